/** Calls and answers that came in as they should not. */
export const ODDITIES = {
  "The service sent {answers} with {calls} in them. The turn goes on with the first alone.":
    "服务还发来 {answers}，其中有 {calls}。对话只按第一个回答继续。",
  "more answer": "个其他回答",
  "more answers": "个其他回答",
  "The service gave this call no id. It has one of Callwright’s.":
    "服务没有给这次调用编号。它用的是 Callwright 的编号。",
  "An earlier call has the id {raw} as well, so this one has a number behind it.":
    "之前的一次调用也用编号 {raw}，所以这次调用后面加了数字。",
  "Another call of the same answer came under the same id. Whether both run is a policy of the session.":
    "同一个回答中的另一次调用用了相同的编号。两者是否都运行由会话的策略决定。",
  "Pieces of this call came under other ids as well: {others}. The first counts.":
    "这次调用的片段也用了其他编号：{others}。以第一个为准。",
  "Arguments of several calls came without a word on whose they are. These were given to this call by their order.":
    "几次调用的参数到来时没有说明属于哪一次。这些是按顺序分给这次调用的。",
  "Another call began before this one was complete.": "这次调用还不完整，另一次调用就开始了。",
  "The answer reached its limit of tokens here, so this call may be cut off.":
    "回答在这里达到令牌上限，所以这次调用可能被截断。",
  "The answer reached its limit of {limit} tokens here, so this call may be cut off.":
    "回答在这里达到 {limit} 个令牌的上限，所以这次调用可能被截断。",
  "A filter of the service ended the answer here, so this call may be cut off.":
    "服务的过滤器在这里结束了回答，所以这次调用可能被截断。",
} as const;
