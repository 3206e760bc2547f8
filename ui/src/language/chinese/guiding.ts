/** The tour, help where one stands, and what is new. */
export const GUIDING = {
  "Show all": "显示全部",
  Tour: "导览",
  "Step {step} of {steps}": "第 {step} 步，共 {steps} 步",
  Next: "下一步",
  Back: "上一步",
  "Skip the tour": "跳过导览",
  "Take the tour": "开始导览",
  "five steps, at a stop": "五步，在一个暂停点",
  "The turn waits at this call": "对话停在这次调用",
  "The model asks for a function, and nothing has run yet. Change its arguments, write the result yourself, or decline.":
    "模型请求调用函数，还什么都没有运行。可以改参数、自己写结果，或者拒绝。",
  "Go on as in a debugger": "像调试器一样继续",
  "F5 goes on to the next breakpoint, F10 to the next place. The dots choose where turns stop: before a request, before and after each call.":
    "F5 继续到下一个断点，F10 到下一处。圆点决定对话在哪里停下：请求之前，每次调用之前和之后。",
  "See what the model saw": "看模型看到了什么",
  "Wire shows the request and the answer byte by byte, Selection which functions were offered and why, Timing where the time went.":
    "“请求与响应”逐字节显示请求和回答，“选择”显示提供了哪些函数以及原因，“用时”显示时间花在哪里。",
  "Try what would have been different": "试试会有什么不同",
  "Run again from any message, with other arguments or another model. Compare puts several models side by side, from the same history.":
    "可以从任何消息重新运行，换参数或换模型。“比较”让几个模型从同一历史并排继续。",
  "Bring your own": "带来自己的",
  "Add a service with its key, an MCP server, or a program of your own. Each session is kept, and everything is found with Ctrl+K.":
    "添加带密钥的服务、MCP 服务器，或自己的程序。每个会话都会保留，用 Ctrl+K 可以找到一切。",
  "Help on what is here": "此处的帮助",
  "Help on what is here, outside a text field": "这些快捷键和当前位置的帮助（未在输入时）",
  "In this part of the window": "在窗口的这一部分",
  "What is new": "新内容",
  "in this version": "在这个版本中",
  "Turns stop before and after each call, and a person changes arguments and results.":
    "对话在每次调用之前和之后停下，由人修改参数和结果。",
  "Programs of your own ask their models through an address here, and stop at the same breakpoints.":
    "自己的程序通过这里的地址请求模型，并停在同样的断点。",
  "Cases with frozen results run against several models, with intervals and comparisons.":
    "结果固定的用例在几个模型上运行，带区间和比较。",
  "Everything works without a key: with scripted models, and with models on this computer.":
    "没有密钥也都能用：用脚本模型，或用这台电脑上的模型。",
  "Getting started": "入门",
  "The example needs no key: a scripted model calls two functions, and the turn stops before the first.":
    "示例不需要密钥：脚本模型调用两个函数，对话停在第一个之前。",
  "Import opens a conversation or a request of another program. A service is a provider with its key.":
    "“导入”打开其他程序的对话或请求。服务是带密钥的供应商。",
  "A session": "会话",
  "Each call is a card that opens. Its menu runs the turn again from there, changes it, or pins it.":
    "每次调用是一张可以打开的卡片。它的菜单可以从那里重新运行、修改或钉住。",
  "Editing a message starts a branch; the earlier version stays and can be returned to.":
    "编辑消息会产生分支；之前的内容会保留，可以回去。",
  "A stop": "暂停点",
  "Nothing runs until you decide: other arguments, another function, a result of your own, or a refusal.":
    "在你决定之前什么都不会运行：换参数、换函数、自己写结果，或者拒绝。",
  "The model gets what you decide as if it had come from the function. The log keeps both.":
    "模型收到你的决定，就像来自函数一样。日志两者都保留。",
  "Writing a message": "写消息",
  "The line below counts about how many tokens the next request has; it opens into its parts.":
    "下面一行估计下一个请求大约有多少 token，可以展开看各部分。",
  "While a turn runs or waits, what you write stays here.": "对话运行或等待时，写的内容留在这里。",
  "The inspector": "检查器",
  "Item shows what is selected, Selection the score of each function, Wire the bytes of a request and its answer.":
    "“条目”显示选中的内容，“选择”显示每个函数的得分，“请求与响应”显示请求和回答的字节。",
  "Timing draws each request and call as a bar, Events every record of the log.":
    "“用时”把每个请求和调用画成条，“事件”显示日志的每条记录。",
  "The left side": "左侧",
  "Sessions, attached programs, functions with their sources, models, and the bin. Each heading folds.":
    "会话、接入的程序、函数及其来源、模型和回收站。每个标题都可以折叠。",
  "The search looks through all sessions: function:name, status:failed, model:name and dates narrow it.":
    "搜索所有会话：用 function:name、status:failed、model:name 和日期缩小范围。",
  "A comparison": "比较",
  "Each lane is a session from the same history, with a model and settings of its own.":
    "每条泳道是来自同一历史的会话，有自己的模型和设置。",
  "What differs between the lanes is marked. The results of one lane can answer the calls of the others.":
    "泳道之间的不同会被标出。一条泳道的结果可以回答其他泳道的调用。",
} as const;
