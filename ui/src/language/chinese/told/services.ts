/** Of services, their keys and what they answer. */
export const SERVICES = {
  "there is no model {model}": "没有模型 {model}",
  "Choose another model for this session.": "为这个会话选择另一个模型。",
  "the script {title} has no reply number {reply}; it ends after {replies}":
    "脚本 {title} 没有第 {reply} 条回复；它在第 {replies} 条之后结束",
  "Mend the script at the place named and send the message again.":
    "修改脚本中指出的位置，然后重新发送消息。",
  "Add a reply to the script, or begin again with a new message.": "给脚本添加一条回复，或用新消息重新开始。",
  "{service} needs a key and has none": "{service} 需要密钥，但没有设置",
  "Give the service its key, or name the environment variable that holds it.":
    "给这个服务填上密钥，或指定保存密钥的环境变量。",
  "{service} can't be used as it is set up: {reason}": "{service} 按目前的设置无法使用：{reason:told}",
  "Mend the settings of this service.": "修改这个服务的设置。",
  "{service} can't be asked this: {reason}": "无法向 {service} 发出这样的请求：{reason:told}",
  "Change what is named, or choose another model.": "修改所指出的内容，或选择另一个模型。",
  "{service} can't be reached: {reason}": "无法连接 {service}：{reason:told}",
  "Check the address of the service and your network, then send it again.":
    "检查服务的地址和你的网络，然后重新发送。",
  "{service} took longer than {seconds} s to {step}": "{service} 超过 {seconds} 秒仍未{step:told}",
  "begin its answer": "开始回答",
  "go on with its answer": "继续回答",
  "finish its answer": "完成回答",
  "Send the request again, or give the service more time in its settings.":
    "重新发送请求，或在服务的设置中给它更多时间。",
  "{service} sends on to {to}": "{service} 重定向到 {to}",
  "If you trust that address, make it the address of the service.":
    "如果你信任那个地址，就把它设为服务的地址。",
  "{service} sent an answer that can't be read: {reason}": "{service} 的回答无法读取：{reason:told}",
  "Check that the address and the kind of the service belong together.": "检查服务的地址和种类是否相符。",
  "the answer broke off before it was complete": "回答在完成之前中断了",
  "Send the request again.": "重新发送请求。",
  "the answer is longer than {limit}, which is as much as is taken in": "回答超过 {limit}，这是接收的上限",
  "Ask for less, or choose a model that stops by itself.": "请求少一些内容，或选择会自己停下的模型。",
  "the request was cancelled": "请求已取消",
  "Send the request again when you are ready.": "准备好之后重新发送请求。",
  "a model without a wire takes no request that was written by hand": "不经网络的模型不接受手写的请求",
  "{} refused: {}": "{0} 拒绝了请求：{1}",
  "Check the key of this service.": "检查这个服务的密钥。",
  "Ask whoever owns the account for access, or choose another model.":
    "向账户的所有者申请访问权限，或选择另一个模型。",
  "Choose another model, or check the address of the service.": "选择另一个模型，或检查服务的地址。",
  "Go back to an earlier message, make the history shorter, or choose another model.":
    "回到更早的消息，缩短历史，或选择另一个模型。",
  "Wait a while and send the request again.": "过一阵再重新发送请求。",
  "Look at the credit and the limits of your account with this service.":
    "查看你在这个服务的账户余额和限额。",
  "Say it in other words, or choose another model.": "换一种说法，或选择另一个模型。",
  "Let the service drop the thinking it does not take back, or leave all thinking out.":
    "让服务丢弃它不收回的思考，或略去全部思考。",
  "Leave all thinking out of the requests of this session.": "在这个会话的请求中略去全部思考。",
  "This model calls no functions. Set the limit of offered functions to none, or choose another model.":
    "这个模型不调用函数。把提供函数的上限设为零，或选择另一个模型。",
  "Send the request again, or choose a model that writes better calls.":
    "重新发送请求，或选择更会写调用的模型。",
  "Look at the request in the wire view: the service says what it does not accept.":
    "在线上视图中查看请求：服务说明了它不接受什么。",
  "Wait a moment and send the request again.": "稍等片刻再重新发送请求。",
  "Send the request again. If it stays, ask the service with the number of the request.":
    "重新发送请求。如果仍然如此，带上请求的编号询问服务方。",
  "Azure OpenAI (dated API)": "Azure OpenAI（带日期的 API）",
  "OpenAI-compatible": "OpenAI 兼容",
  "OpenAI-compatible (Responses)": "OpenAI 兼容（Responses）",
  "a Bedrock API key, or the keys of an account as id:secret or id:secret:session":
    "Bedrock API 密钥，或账户的密钥，写作 id:secret 或 id:secret:session",
  "an access token, as `gcloud auth print-access-token` prints it":
    "访问令牌，即 `gcloud auth print-access-token` 打印的内容",
  "a key is not blank": "密钥不能为空",
  "the key holds letters that can't be sent": "密钥含有无法发送的字符",
  "{name:?} is no name of a header": "{name} 不是请求头的名字",
  "the header {name} holds letters that can't be sent": "请求头 {name} 含有无法发送的字符",
  "the request can't be signed: {error}": "无法给请求签名：{error:told}",
  "{} is no address": "{0} 不是地址",
  "{} is no address of a proxy": "{0} 不是代理的地址",
  "the certificates can't be read: {}": "无法读取证书：{0:told}",
  "it is longer than {limit} bytes": "它超过 {limit} 字节",
  "a piece of it is longer than {limit} bytes": "其中一段超过 {limit} 字节",
  "nothing in it is of this protocol": "其中没有任何内容属于这个协议",
  "it is compressed ({encoding}) although that was not asked for": "它被压缩了（{encoding}），但并未要求压缩",
  "it is a web page": "它是一个网页",
  "it is empty": "它是空的",
  "it gave no reason": "没有给出理由",
  "a frame says that it has {length} bytes": "有一帧声称有 {length} 字节",
  "a piece of arguments belongs to {path:?}, which is no place": "有一段参数属于 {path}，而那不是一个位置",
  "the model gave no answer: {reason}": "模型没有给出回答：{reason}",
  "the request was blocked: {reason}": "请求被拦截：{reason}",
  "the model stopped with an error": "模型因错误而停止",
  "{place}, line {}": "{place}，第 {1:number} 行",
  "the script is empty": "脚本是空的",
  'the first line must be like {"format":1,"title":"My script"}':
    '第一行应当形如 {"format":1,"title":"My script"}',
  "format {} is not known, only 1 is": "不认识格式 {0}，只认识 1",
  'the last reply has no end; add {"type":"end"}': '最后一条回复没有结束；加上 {"type":"end"}',
  "there is no kind {}": "没有种类 {0}",
  "Mend it and try again.": "改正它，然后重试。",
  "the keychain of this system failed: {0}": "系统的钥匙串出错：{0:told}",
  "format {newer} is not known": "不认识格式 {newer}",
} as const;
