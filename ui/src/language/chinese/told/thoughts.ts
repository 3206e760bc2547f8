/** Of thoughts that are bound to what came before them, and of beginnings that are kept. */
export const THOUGHTS = {
  "a thought is dropped by its provider": "供应商会丢弃一段思考",
  "a thought was dropped by its provider": "供应商丢弃了一段思考",
  "a thought was taken back behind something it was not made from":
    "一段思考之前的内容已不是它产生时的内容，供应商仍收回了它",
  "it was made for another organisation": "它是为另一个组织产生的",
  "it was made for another user": "它是为另一个用户产生的",
  "this model can't read what the other one thought": "这个模型读不懂另一个模型的思考",
  "what stands before it is not what it was made from": "它之前的内容不是它产生时的内容",
  "nothing is known of what it was made from": "不知道它是由什么产生的",
  "this model can't read what {maker} thought": "这个模型读不懂 {maker} 的思考",
  "its words were changed": "它的文字被改过",
  "the instructions are not those it was made from": "指令不是它产生时的指令",
  "the functions are not those it was made from: {}": "函数不是它产生时的函数：{0}",
  "something said before it was changed": "它之前说过的内容被改过",
  "the thought before it is missing": "缺少它之前的那段思考",
  "that the beginning of the request is kept for longer is not asked for": "不要求更久地保留请求的开头",
  "the model has no such setting": "模型没有这样的设置",
  "the thoughts of the answer are bound to it": "回答中的思考与它绑定",
  "a message is added that asked the model to go on": "加入一条曾请模型继续的消息",
} as const;
