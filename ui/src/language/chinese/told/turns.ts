/** Of turns, stops and settings of a session. */
export const TURNS = {
  "this is not a function choice as Semantic Kernel writes it: {0}":
    "这不是 Semantic Kernel 写法的函数选择：{0:told}",
  "there is no function choice of type {0:?}; there are auto, required and none":
    "没有类型为 {0} 的函数选择；有 auto、required 和 none",
  "Paste the function_choice_behavior of a prompt.": "粘贴提示词的 function_choice_behavior。",
  "the log can't be written: {reason}": "无法写入日志：{reason:told}",
  "Send the message again. If it stays, offer fewer functions.":
    "重新发送消息。如果仍然如此，少提供一些函数。",
  "the turn is not waiting at stop {pause}": "这轮对话没有停在第 {pause} 处等待",
  "{decision} is not possible here": "在这里不能{decision:told}",
  "there is no call {call} that waits here": "这里没有等待的调用 {call}",
  "the call {call} is decided about twice": "对调用 {call} 作了两次决定",
  "a filter has no name": "有一个过滤器没有名称",
  "two filters are called {name}": "有两个过滤器都叫 {name}",
  "a participant has no name": "有一个参与者没有名称",
  "two participants are called {name}": "有两个参与者都叫 {name}",
  "{pattern:?} fits no function: only * and ? stand for other letters":
    "没有函数符合 {pattern}：只有 * 和 ? 代表其他字符",
  "{path:?} leads to no argument: write a pointer like /days/0 or a path like $.days[0]":
    "{path} 指向不了任何参数：请写 /days/0 这样的指针或 $.days[0] 这样的路径",
  "{value} is no text, so no argument fits it as a pattern": "{value} 不是文本，所以没有参数符合这个模式",
  "hits are counted from 1, so a breakpoint at hit 0 never stops":
    "命中从 1 开始计数，因此第 0 次命中的断点永远不会停",
  "rounds are counted from 1, so a breakpoint in round 0 never stops":
    "轮次从 1 开始计数，因此第 0 轮的断点永远不会停",
  "Change it where it stands in the settings.": "请在设置中它所在的地方修改。",
  "Ask another model, or answer yourself.": "换一个模型，或自己回答。",
  "the model called {called} instead of answering, and it was offered no function":
    "模型调用了 {called} 而没有回答，而且没有向它提供任何函数",
  "the model reached the limit of its answer before it wrote a word": "模型还没写出一个字就达到了回答的上限",
  "a filter of its provider held the answer of the model back": "提供方的过滤器拦下了模型的回答",
  "the model would not answer": "模型不愿回答",
  "the model answered without a word": "模型的回答没有任何文字",
  "these messages can't be sent: {reason}": "无法发送这些消息：{reason:told}",
  "the turn did not expect this: {input}": "这轮对话此时不接受：{input}",
  '"allow_concurrent_invocation" is not part of a function choice here, but of the policies':
    "这里 “allow_concurrent_invocation” 不属于函数选择，而属于策略",
  "the function choice names unknown functions: {list}": "函数选择中指定的函数不存在：{list}",
  "Remove them from the choice, or enable their source.": "请从选择中去掉它们，或启用它们的来源。",
  "the request names unknown functions: {absent}": "请求中指定的函数不存在：{absent}",
  "Name functions and models that are there.": "请指定存在的函数和模型。",
  "there is nothing to answer: nothing has been said yet": "没有可回答的内容：还没有任何消息",
  "Write a message first.": "请先写一条消息。",
  "this call is for information only": "这个调用仅供参考",
  "It was dealt with elsewhere. Inject a call of a function that is here instead.":
    "它已在别处处理。请改为插入对这里某个函数的调用。",
  "the turn has ended": "这轮对话已经结束",
  "the result for {} answers no call before it": "{0} 的结果不对应它之前的任何调用",
  "the call {call} has no result": "调用 {call} 没有结果",
  "there are none": "一条也没有",
  "dropping all that the model said": "丢弃模型所说的全部",
  "going on": "继续",
  "changing the request": "修改请求",
  "editing arguments": "编辑参数",
  "sending the call to another function": "把调用转给另一个函数",
  "writing a result": "写结果",
  "using a recorded result": "使用录制的结果",
  "handing the call over": "转交调用",
  "dropping a call": "丢弃调用",
  "adding a call": "添加调用",
  "running the call again": "重新运行调用",
  "calls failed too often in a row: {}": "调用连续失败次数过多：{0}",
  "Look at what the functions say, or allow more failures.": "看看函数说了什么，或允许更多次失败。",
  "The function itself is at fault. Mend it, then continue from the last message.":
    "问题出在函数本身。改正它，然后从最后一条消息继续。",
  "the function broke: {reason}": "函数出错：{reason:told}",
  "the call was cancelled": "调用已取消",
  "Calls run in order, every limit ends in words.": "调用按顺序运行，到达任何上限都以文字结束。",
  "128 automatic rounds, then calls are handed back. A demand to call is followed by words.":
    "128 轮自动运行，之后交回调用。要求调用之后以文字回答。",
  "40 rounds, the last in words. Errors are brief; more than 3 failing rounds in a row fail.":
    "40 轮，最后一轮用文字。错误从简；连续失败超过 3 轮即失败。",
  "Choose one of the actions that are offered at this stop.": "从这处停留所提供的动作中选择一个。",
  "the turn does not wait for this any more": "这轮对话已不再等待这个",
  "Look at where it stands now.": "看看它现在停在哪里。",
  "a session needs a title": "会话需要一个标题",
  "{name} is {value}, which is not from {least} to {most}": "{name} 是 {value}，不在 {least} 到 {most} 之间",
  "Write a number in this range.": "请填写这个范围内的数字。",
  "The log of changes of {path} was damaged: {pages} pages of what was written last can't be read. It was kept as {kept}. Look at your latest sessions; if something is missing, put a copy of your data back.":
    "{path} 的变更日志已损坏：最后写入的内容中有 {pages} 页无法读取。它已保存为 {kept}。请查看最近的会话；如果缺少内容，请放回你的数据副本。",
  "{} can't be copied: {reason}": "无法复制 {0}：{reason:told}",
  "Nothing was changed. Check that there is space and that you may write there, then try again.":
    "没有任何改动。检查是否有空间、你是否有权在那里写入，然后再试。",
  "it is {what}, not a file: put a file in its place, or remove it":
    "它是{what:told}，不是文件：在它的位置放一个文件，或删除它",
  "it is larger than {most}: make it smaller, or remove it": "它大于 {most}：把它变小，或删除它",
  "a folder": "文件夹",
  "a pipe": "管道",
  "a socket": "套接字",
  "a device": "设备",
  "its file system keeps no modes": "它的文件系统不保存权限",
  "{path} can be read by other people of this computer: {reason}. Close it to them, or set CALLWRIGHT_HOME to a folder of your own.":
    "{path} 可被这台计算机的其他用户读取：{reason:told}。请对他们关闭它，或把 CALLWRIGHT_HOME 设为你自己的文件夹。",
  "{field} of row {}": "第 {1} 行的 {field}",
  "the turn can't go on: entry {lost} of its session can't be read":
    "这轮对话无法继续：会话的第 {lost} 条记录无法读取",
  "the turn can't go on: its session went on without it": "这轮对话无法继续：它的会话已经在别处继续",
  "Look at what was done, then send the message again.": "看看已经做了什么，然后重新发送消息。",
  "Callwright is closing": "Callwright 正在关闭",
  "Start it again.": "重新启动它。",
  "there is no model": "没有模型",
  "Add a script to the scripts folder.": "在脚本文件夹中添加一个脚本。",
  "the log of this session does not say how to run it": "这个会话的日志没有说明怎样运行它",
  "Choose a model for it.": "为它选择一个模型。",
  "there is no participant {name} in this session": "这个会话中没有参与者 {name}",
  "Choose another, or add one with this name.": "选择另一个，或添加一个同名的。",
  "this session is in the comparison “{}” already": "这个会话已在比较“{0}”中",
  "Add a lane there.": "在那里添加泳道。",
  "there is no such comparison any more": "已经没有这个比较",
  "Look at the list of sessions.": "查看会话列表。",
  "this lane is not in the comparison any more": "这个泳道已不在比较中",
  "Reload the page.": "重新加载页面。",
  "this is the last lane": "这是最后一个泳道",
  "Keep it, which ends the comparison.": "保留它，这会结束比较。",
  "a lane can't have an empty name": "泳道的名字不能为空",
  "a session can't be two lanes": "一个会话不能是两个泳道",
  "Leave one of them out.": "去掉其中一个。",
  "a comparison has at most {MOST} lanes": "一个比较最多有 {MOST} 个泳道",
  "Remove a lane first.": "先去掉一个泳道。",
  "a comparison needs a lane": "比较需要一个泳道",
  "Put it into the bin instead.": "改为放入回收站。",
  "Try again. If it stays, look at the functions there are.": "再试一次。如果仍然如此，看看现有的函数。",
  "Fetch what comparing meanings needs. Until then, words alone are compared.":
    "获取比较含义所需的内容。在此之前只比较词语。",
  "Try again.": "再试一次。",
  "Start Callwright again.": "重新启动 Callwright。",
  "there is no home directory to keep sessions in": "没有可存放会话的主目录",
  "Set CALLWRIGHT_HOME to a folder of your choice.": "把 CALLWRIGHT_HOME 设为你选择的文件夹。",
  "search can't be started: {error}": "无法启动搜索：{error:told}",
  "Close some programs.": "关闭一些程序。",
  "plugins can't be watched: {error}. Close some programs.": "无法监视插件：{error:told}。关闭一些程序。",
  "this can't be looked for: it is empty or too long": "无法查找：内容为空或太长",
  "Look for a few words.": "查找几个词。",
  "this path is too long": "这个路径太长",
  "Begin with a part of it.": "先从其中一部分开始。",
  "more than {PAGE_FEEDS} would be open": "打开的会话会超过 {PAGE_FEEDS} 的上限",
  "Close other windows of Callwright, then reload this one.":
    "关闭 Callwright 的其他窗口，再重新加载这个窗口。",
  "this address is not served here": "这里不提供这个地址",
  "another page may not use this server": "其他页面不得使用这个服务器",
  "the token is missing or from an earlier start": "缺少令牌，或令牌来自上一次启动",
  "Open the address that was printed when Callwright started.": "打开 Callwright 启动时打印的地址。",
  "it has format {other}, and this version reads format {FORMAT} only":
    "它的格式是 {other}，而这个版本只能读取格式 {FORMAT}",
  "Change it, then save the table.": "修改它，然后保存表格。",
  "a table has {MOST} rows at most": "表格最多有 {MOST} 行",
  "row {line} names no model": "第 {line} 行没有写明模型",
  "the model of row {line} can read nothing": "第 {line} 行的模型什么都读不了",
  "the sessions in {} are in use by another Callwright": "{0} 中的会话正被另一个 Callwright 使用",
  "the file {} is damaged or is not a session database": "文件 {0} 已损坏，或不是会话数据库",
  "the sessions in {} were written by a newer Callwright (format {found}, this one knows {known})":
    "{0} 中的会话由更新的 Callwright 写成（格式 {found}，这个版本只认识 {known}）",
  "there is no room for a copy of {}, which is made before a newer Callwright changes it":
    "没有空间存放 {0} 的副本；较新的 Callwright 改动它之前会先做副本",
  "a copy of {} could not be made before a newer Callwright changes it: {reason}":
    "较新的 Callwright 改动 {0} 之前无法做副本：{reason:told}",
  "the sessions in {} could not be brought from format {found} to the one of this Callwright: {reason}":
    "无法把 {0} 中的会话从格式 {found} 转为这个 Callwright 的格式：{reason:told}",
  "session {session} could not be deleted from the backup {}: {reason}":
    "无法从备份 {1} 中删除会话 {session}：{reason:told}",
  "the disk with {} is full": "{0} 所在的磁盘已满",
  "{} can't be read or written: {reason}": "无法读写 {0}：{reason:told}",
  "entry {seq} of session {session} can't be read: {reason}":
    "无法读取会话 {session} 的第 {seq} 项：{reason:told}",
  "there is no session {session}": "没有会话 {session}",
  "there is no exchange {exchange}": "没有线上往来 {exchange}",
  "there is no large value {body} in this session": "这个会话中没有编号为 {body} 的大段内容",
  "the session database failed: {reason}": "会话数据库出错：{reason:told}",
  "Close the other window, or set CALLWRIGHT_HOME to another folder to work on other sessions.":
    "关闭另一个窗口，或把 CALLWRIGHT_HOME 设为另一个文件夹以使用其他会话。",
  "It was left as it is. Put a backup in its place, or move it away to begin with an empty one.":
    "它保持原样。用备份替换它，或移走它，从空的开始。",
  "It was left as it is. Open it with that newer version.": "它保持原样。用那个更新的版本打开它。",
  "It was left as it is. Free as much space as it takes, and try again.":
    "它保持原样。腾出所需的空间，然后重试。",
  "It was left as it is. Check that you may write in its folder, and try again.":
    "它保持原样。检查你是否有权在它的文件夹中写入，然后重试。",
  "It was left as it is, and a copy stands beside it. Open it with the version that wrote it, and report this.":
    "它保持原样，旁边有一个副本。用写成它的版本打开它，并报告此事。",
  "The session is still in the bin. Delete that backup, or make it writable.":
    "会话仍在回收站中。删除那个备份，或让它可写。",
  "Free some space and try again. Nothing that was shown is lost.":
    "腾出一些空间再试。已显示的内容没有丢失。",
  "Check that the folder exists and that you may write there, or set CALLWRIGHT_HOME to another.":
    "检查文件夹是否存在、你是否有权在那里写入，或把 CALLWRIGHT_HOME 设为另一个。",
  "The rest of the session is whole. Go on from another message, or put a copy of your data back.":
    "会话的其余部分是完整的。从另一条消息继续，或放回你的数据副本。",
  "It may have been deleted. Choose another.": "它可能已被删除。请选择另一个。",
  "Start Callwright again. If it stays, report it with this message.":
    "重新启动 Callwright。如果仍然如此，请附上这条消息报告。",
  "the copy can't be read: {state}": "无法读取副本：{state}",
  "a body without a piece": "有一段大内容没有任何片段",
  "a body that is too large": "有一段大内容太大",
  "a body that is not text": "有一段大内容不是文本",
  "a body is no text": "有一段大内容不是文本",
  "a piece that is too large": "有一个片段太大",
  "a list that can't be read": "有一个列表无法读取",
  "a piece is missing": "缺少一个片段",
  "a piece is not bytes": "有一个片段不是字节",
  "a place is missing": "缺少一个位置",
  "frames of {id}: {error}": "{id} 的帧：{error:told}",
} as const;
