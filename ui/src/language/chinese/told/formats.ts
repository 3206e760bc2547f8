/** Of what comes in from other programs and goes out to them. */
export const FORMATS = {
  "there is nothing to import: the text is empty": "没有可导入的内容：文本是空的",
  "the text has more than {} MB, which is the most that is read in this form: write it as JSON Lines or in Callwright's own form, which are read a message at a time however long they are, or split it":
    "文本超过 {0} MB，这是这种格式能读取的上限：请写成 JSON Lines 或 Callwright 自己的格式（无论多长都逐条消息读取），或把它分开",
  "the message at {place} has more than {} MB, which is the most one message may have: shorten it":
    "{place} 处的消息超过 {1} MB，这是一条消息的上限：请缩短它",
  "the text is not JSON at line {line}, column {column}: {reason}; check that it is complete and has not been cut or changed by hand":
    "文本在第 {line} 行第 {column} 列不是 JSON：{reason:told}；检查它是否完整，是否被截断或手工改动过",
  "the text is nested more than {limit} levels deep: no conversation is, so check where it comes from":
    "文本嵌套超过 {limit} 层：对话不会这样，请检查它的来源",
  "the text begins with more than {} KB of blanks: check that it is the file you mean":
    "文本开头的空白超过 {0} KB：请检查这是不是你要的文件",
  "the text holds more than {limit} values: split it into several conversations":
    "文本含有超过 {limit} 个值：请分成几个对话",
  "this is JSON, but not a conversation in a form we read: choose the form by hand, or export it again as a list of messages":
    "这是 JSON，但不是我们能读取的对话格式：请手动选择格式，或重新导出为消息列表",
  "this is not {format}: {expected} was expected at {place}; choose another form if it was written by another program":
    "这不是 {format:told}：{place:told} 处应为{expected:told}；如果它由其他程序写成，请选择另一种格式",
  "the file has format {found} and we read format {supported}: open it with a newer version":
    "文件的格式是 {found}，我们能读取格式 {supported}：请用更新的版本打开",
  "a long text of it can't be put aside: {reason}; check that there is space on the disk":
    "其中一段长文本无法暂存：{reason:told}；检查磁盘空间",
  "there are no messages in this {format} text: check that it holds a conversation":
    "这段 {format:told} 文本中没有消息：检查它是否含有对话",
  "the beginning": "开头",
  "line {number}": "第 {number:number} 行",
  "{place} (line {}, column {})": "{place}（第 {1} 行，第 {2} 列）",
  "a request or a response": "请求或响应",
  "a text or a list of blocks": "文本或块的列表",
  "a list of blocks": "块的列表",
  "a list of messages": "消息列表",
  "a message with role and content": "带有 role 和 content 的消息",
  "a message with role and parts": "带有 role 和 parts 的消息",
  "a message with a role": "带有 role 的消息",
  "a message with a role and items": "带有 role 和 items 的消息",
  "a content with parts": "带有 parts 的内容",
  "a list of contents or of candidates": "由 contents 或 candidates 组成的列表",
  "a list of messages or of choices": "由 messages 或 choices 组成的列表",
  "spans or events with gen_ai attributes": "带有 gen_ai 属性的 span 或事件",
  "a text or a list of items": "文本或条目的列表",
  "an item": "条目",
  "an object": "对象",
  "trailing characters": "末尾有多余的字符",
  "EOF while parsing a list": "列表还没结束，文本就结束了",
  "EOF while parsing a value": "值还没结束，文本就结束了",
  "EOF while parsing an object": "对象还没结束，文本就结束了",
  "expected a name and `:`": "应为名字和 `:`",
  "{} more are not listed": "还有 {0} 处没有列出",
  "a tool that is not a function is left out": "略去不是函数的工具",
  "a function without a name is left out": "略去没有名字的函数",
  "system messages at the beginning are written as one": "开头的系统消息写成一条",
  "system messages after the beginning are written as a person's": "开头之后的系统消息写成用户的消息",
  "what stood on a text that is gone is left out": "略去依附于已不在的文本的内容",
  "thoughts of another model are left out": "略去另一个模型的思考",
  "that a call has no arguments is written as an empty object": "调用没有参数，写成空对象",
  "the type of a medium behind an address is not kept": "不保留网址所指媒体的类型",
  "the type of a picture behind an address is not kept": "不保留网址所指图片的类型",
  "a medium behind an address is left out, unless it is a picture": "略去网址所指的媒体，图片除外",
  "nested more than {DEPTH} levels deep": "嵌套超过 {DEPTH} 层",
  "more than {ARGUMENT_VALUES} values": "超过 {ARGUMENT_VALUES} 个值",
  "the exact text of arguments is not kept, only what it says": "不保留参数的确切文本，只保留其内容",
  "arguments that are not a JSON object are left out": "略去不是 JSON 对象的参数",
  "a result answers no call that was made before it": "有一个结果不对应之前的任何调用",
  'the role "developer" is read as "system"': "角色 “developer” 读作 “system”",
  'the role "{shown}" is unknown and read as "user"': "角色 “{shown}” 未知，读作 “user”",
  "pictures, sounds and files are named and not included": "图片、声音和文件只列出名称，不包含内容",
  "which model wrote a message is not kept": "不保留消息由哪个模型所写",
  "which participant wrote a message is not kept": "不保留消息由哪个参与者所写",
  "that the application wrote something is not kept": "不保留有内容由应用写成这一点",
  "that a person wrote something in the place of a model or a function is not kept":
    "不保留有内容由人代替模型或函数写成这一点",
  "that a stand-in answered in the place of a function is not kept": "不保留由替身代替函数回答这一点",
  "that a failure was injected on purpose is not kept": "不保留故障是有意注入这一点",
  "that a person changed something is not kept": "不保留有内容被人改动过这一点",
  "that something was recorded earlier is not kept": "不保留有内容是先前录制的这一点",
  "token counts among the contents are not kept": "不保留内容中的 token 计数",
  'the field "{}" of {article} {kind} is not kept': "不保留{kind:word}的字段 “{0}”",
  " and others": " 等等",
  "what stands beside the messages is not kept: {listed}{more}": "不保留消息之外的内容：{listed}{more:told}",
  "that a call is for information only is not kept": "不保留调用仅供参考这一点",
  "the calls of the others are left out: {}": "略去其余选择中的调用：{0}",
  'the function "{written}" is taken for {name}': "把函数 “{written}” 当作 {name}",
  "{name}: it is here already, as {here}": "{name}：这里已经有了，名为 {here}",
  "what stands beside the messages is not kept: {}": "不保留消息之外的内容：{0}",
  "the order of texts and media in a result is not kept": "不保留结果中文本和媒体的顺序",
  "only the first of several candidates is read": "只读取多个 candidates 中的第一个",
  "only the first of several choices is read": "只读取多个 choices 中的第一个",
  "the names of plugins are joined to the names of their functions": "插件名与函数名连在一起",
  "that a function was never offered is not kept, only its name": "不保留函数从未提供过这一点，只保留名字",
  "a span that tells another conversation is left out": "略去属于另一个对话的 span",
  'a part of a result of the kind "{}" is kept as JSON': "结果中种类为 “{0}” 的部分按 JSON 保留",
  "a part of a result of an unknown kind is kept as JSON": "结果中种类未知的部分按 JSON 保留",
  "the texts of a result are joined to one": "结果中的文本连成一段",
  "a refusal is read as text": "拒绝的话读作文本",
  "a spoken answer is read as its transcript": "语音回答读作它的文字记录",
  "what was said before is kept at the provider and is missing here":
    "之前所说的内容保存在供应商处，这里没有",
  "an item that is kept at the provider and only named here is left out":
    "略去保存在供应商处、这里只给出名称的条目",
  "results of two messages one after the other read back as one message":
    "相邻两条消息的结果读回来是一条消息",
  "a result of nothing is written as an empty text": "空的结果写成空文本",
  "a medium in a result is left out, unless it is a picture": "略去结果中的媒体，图片除外",
  "the order of thoughts, words and calls within a message is not kept":
    "不保留一条消息中思考、文字和调用的顺序",
  "two messages of one side one after the other read back as one message":
    "同一方相邻的两条消息读回来是一条消息",
  "the parts of a result are joined to one text, and its media are named":
    "结果的各部分连成一段文本，其中的媒体只写出名称",
  "that a call failed or was declined is not kept, only the words":
    "不保留调用失败或被拒绝这一点，只保留文字",
  "a result that is a JSON text or null is not told from a text or nothing":
    "结果是 JSON 文本或 null 时，与普通文本或空结果没有区别",
  "results that are JSON are written as text": "JSON 结果写成文本",
  "the kind of a failure is not kept": "不保留失败的种类",
  "that a person declined a call is not kept: it is written as a failure":
    "不保留调用被人拒绝这一点：写成失败",
  "who wrote a message cannot be read and is taken from its role": "无法读取消息由谁所写，改由角色推断",
  "an item we cannot read is kept as it is": "无法读取的条目按原样保留",
  "a message that is not the answer to the one before it is read as if it were":
    "有一条消息不是对前一条的回答，仍按回答读取",
  'a part of the kind "{}" is kept as it is, without being understood':
    "种类为 “{0}” 的部分按原样保留，但不理解其内容",
  "a part of an unknown kind is kept as it is, without being understood":
    "种类未知的部分按原样保留，但不理解其内容",
  "a part that was never understood is left out": "略去一个从未理解的部分",
  "a message with parts of several sides is cut into several messages": "含有多方内容的消息拆成几条",
  "a message is said by the side that may say it in this format": "消息改由在这种格式中可以说它的一方来说",
  "a text that repeats the result beside it is left out": "略去重复旁边结果的文本",
  "what {} wants to see again is not kept": "不保留 {0} 想再次看到的内容",
  "nothing in these messages can be written in this format": "这些消息中没有任何内容能写成这种格式",
  "what was written cannot be read back: {error}": "写出的内容无法读回：{error:told}",
  "{} messages come back as {}": "{0} 条消息读回来是 {1} 条",
  "a message comes back with other parts than it has here": "有一条消息读回来时，各部分与这里不同",
  "a value has no place": "有一个值没有位置",
  "a mark of nothing": "有一个标记没有对象",
  "expected a JSON object, found {}": "应为 JSON 对象，实际是{0:word}",
  "the model takes no request, so this one is written in the protocol {protocol}":
    "该模型不接收请求，因此按 {protocol} 协议写出",
  "{} can't be written: {reason}": "无法写入 {0}：{reason:told}",
  "Check that there is space and that you may write there, then try again.":
    "检查是否有空间、你是否有权在那里写入，然后重试。",
  "{} can't be read: {error}": "无法读取 {0:told}：{error:told}",
  "a piece of the file is missing": "缺少文件的一段",
  "the file is not text in UTF-8": "文件不是 UTF-8 文本",
  "Nothing was imported. What you gave is unchanged.": "没有导入任何内容。你给出的内容没有改变。",
} as const;
