/** Of files that are fetched, and of models for this computer. */
export const FETCHING = {
  "there is no {} on this machine": "这台机器上没有 {0}",
  "it can't be listened to": "无法听取它的输出",
  "it is longer than it should be": "它比应有的更长",
  "what is there already": "已有的内容",
  "{} ({} of {})": "{0:told}（第 {1} 个，共 {2} 个）",
  "{} has another content": "{0} 的内容不同",
  "{first} {version} and {} more by pip": "经由 pip 的 {first} {version} 和另外 {2} 个",
  "{repository} on the model hub": "模型中心上的 {repository}",
  "{repository} on the model hub ({error})": "模型中心上的 {repository}（{error:told}）",
  "the hub has no such file": "模型中心没有这个文件",
  "the hub gives it only to its members": "模型中心只提供给它的成员",
  "the hub says {status}, and neither size nor SHA-256 of the file":
    "模型中心回答 {status}，没有说明文件的大小和 SHA-256",
  "its repository moves without end": "它的仓库不断转移",
} as const;
