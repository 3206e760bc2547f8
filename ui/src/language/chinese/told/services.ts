/** Of services, their keys and what they answer. */
export const SERVICES = {
  "a model without a wire takes no request that was written by hand": "不经网络的模型不接受手写的请求",
  "Azure OpenAI (dated API)": "Azure OpenAI（带日期的 API）",
  "OpenAI-compatible": "OpenAI 兼容",
  "OpenAI-compatible (Responses)": "OpenAI 兼容（Responses）",
  "a Bedrock API key, or the keys of an account as id:secret or id:secret:session":
    "Bedrock API 密钥，或账户的密钥，写作 id:secret 或 id:secret:session",
  "an access token, as `gcloud auth print-access-token` prints it":
    "访问令牌，即 `gcloud auth print-access-token` 打印的内容",
  "a key is not blank": "密钥不能为空",
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
} as const;
