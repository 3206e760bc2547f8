/** Of files that are fetched, and of models for this computer. */
export const FETCHING = {
  "there is no {} on this machine": "这台机器上没有 {0}",
  "it can't be listened to": "无法听取它的输出",
  "it is longer than it should be": "它比应有的更长",
  "{} has room for {} MB, and {} MB are needed": "{0} 有 {1} MB 的空间，需要 {2} MB",
  "what is there already": "已有的内容",
  "{} ({} of {})": "{0:told}（第 {1} 个，共 {2} 个）",
  "{} has another content": "{0} 的内容不同",
  "{:?} is no name of a file": "{0} 不是文件名",
  "it needs its size, and its SHA-256 unless the model hub alone has it":
    "它需要大小，以及 SHA-256，除非只有模型中心提供它",
  "it needs a licence and a source": "它需要许可证和来源",
  "{first} {version} and {} more by pip": "经由 pip 的 {first} {version} 和另外 {2} 个",
  "{repository} on the model hub": "模型中心上的 {repository}",
  "{repository} on the model hub ({error})": "模型中心上的 {repository}（{error:told}）",
  "the hub has no such file": "模型中心没有这个文件",
  "the hub gives it only to its members": "模型中心只提供给它的成员",
  "the hub says {status}, and neither size nor SHA-256 of the file":
    "模型中心回答 {status}，没有说明文件的大小和 SHA-256",
  "its repository moves without end": "它的仓库不断转移",
  "its pieces are not as long as it is": "它的各段加起来与它的长度不同",
  "each piece needs its SHA-256": "每一段都需要 SHA-256",
  "{name:?} names no package": "{name} 不是包名",
  "Fetch it again, or delete it.": "重新获取，或删除它。",
  "Check the network, then go on: what is there stays. Or choose a file that you have already.":
    "检查网络，然后继续：已有的会保留。或者选择你已有的文件。",
  "Make room, or start Callwright with CALLWRIGHT_MODELS set to a folder on another disk.":
    "腾出空间，或把 CALLWRIGHT_MODELS 设为另一块磁盘上的文件夹再启动 Callwright。",
  "Make it a folder that can be written to, then try again.": "把它改成可以写入的文件夹，然后重试。",
  "Choose another file, or fetch this one again.": "选择另一个文件，或重新获取这个。",
  "{path} can't be deleted: {error}": "无法删除 {path}：{error:told}",
} as const;
