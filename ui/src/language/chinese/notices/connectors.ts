import type { Words } from "$language/notices";

/** Of services and what is sent to them. */
export const CONNECTORS = {
  "key.blanks": "密钥中没有空格和换行",
  "key.advice": "再粘贴一次密钥。",
  "key.bearer": "密钥中没有空格和换行：去掉 `Bearer`",
  "key.not-plain": "密钥只含普通的字母、数字和符号",
  "key.id-not-first": "密钥的 id 在前：写作 id:secret 或 id:secret:session",
  "key.no-secret": "这是密钥的 id，缺少 secret：写作 id:secret 或 id:secret:session",
  "key.secret-length": "id 后面的 secret 有 {count} 个字符，而 Amazon 的有 {expected} 个",
  "key.no-session": "以 ASIA 开头的密钥后面还需要 session：写作 id:secret:session",
  "service-setup.address": "{address} 不是网址",
  "service-setup.header-name": "{name} 不是请求头的名称",
  "service-setup.header-value": "请求头 {name} 含有无法发送的字符",
  "service-setup.key": "密钥含有无法发送的字符",
  "service-setup.proxy": "{proxy} 不是代理的网址",
  "service-setup.certificates": "无法读取它的证书",
  "service-setup.connection": "无法准备连接",
  "service-setup.signature": "无法为请求签名",
} as const satisfies Words<"connectors">;
