// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const CONNECTORS = {
  "key.blanks": "a key has no blanks and no line breaks in it",
  "key.advice": "Paste the key once more.",
  "key.bearer": "a key has no blanks and no line breaks in it: leave out `Bearer`",
  "key.not-plain": "a key has plain letters, digits and signs only",
  "key.id-not-first": "the id of the key comes first: write id:secret, or id:secret:session",
  "key.no-secret": "that is the id of a key without its secret: write id:secret, or id:secret:session",
  "key.secret-length": "the secret behind the id has {count} letters, and Amazon's have {expected}",
  "key.no-session": "a key whose id begins with ASIA needs its session behind it: write id:secret:session",
  "service-setup.address": "{address} is not a web address",
  "service-setup.header-name": "{name} is not the name of a header",
  "service-setup.header-value": "the header {name} has characters that can't be sent",
  "service-setup.key": "the key has characters that can't be sent",
  "service-setup.proxy": "{proxy} is not the address of a proxy",
  "service-setup.certificates": "its certificates can't be read",
  "service-setup.connection": "no connection can be prepared",
  "service-setup.signature": "the request can't be signed",
} as const;
