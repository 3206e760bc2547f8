/** Thinking that is bound to what came before it. */
export const THINKING = {
  "a thought is dropped by its provider": "供应商会丢弃一个思考",
  "a thought may be dropped by its provider": "供应商可能会丢弃一个思考",
  "a thought may be refused by its provider, with the whole request":
    "供应商可能会拒绝一个思考，连同整个请求",
  "a thought was dropped by its provider": "供应商丢弃了一个思考",
  "a thought was taken back behind something it was not made from":
    "供应商收回了一个思考，尽管它前面的内容与产生它时不同",
  "nothing is known of what it was made from": "不知道它是根据什么产生的",
  "no thought is sent back in this session": "这个会话不送回任何思考",
  "this model can't read what {maker} thought": "这个模型读不懂 {maker} 的思考",
  "this model can't read what the other one thought": "这个模型读不懂另一个模型的思考",
  "its words were changed": "它的文字被改动了",
  "the instructions are not those it was made from": "指令与产生它时的不同",
  "the functions are not those it was made from: {}": "函数与产生它时的不同：{0}",
  "something said before it was changed": "它之前所说的内容被改动了",
  "the thought before it is missing": "缺少它之前的思考",
  "it was made for another organisation": "它是为另一个组织产生的",
  "it was made for another user": "它是为另一个用户产生的",
  "what stands before it is not what it was made from": "它前面的内容与产生它时的不同",
  "it belongs to an earlier turn": "它属于更早的轮次",
  "the thoughts of the answer are bound to it": "回答中的思考依附于它",
  "a message is added that asked the model to go on": "加上一条曾请模型继续的消息",
} as const;
