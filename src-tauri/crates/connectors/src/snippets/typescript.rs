//! For Node, Deno and Bun. It is JavaScript as well.

use super::parts::{Piece, RequestParts, Text};
use super::quoting::single;

pub(super) fn write(parts: &RequestParts<'_>) -> String {
    let RequestParts { method, url, headers, body, .. } = parts;
    let header = |(name, value): &(&str, Text<'_>)| format!("    {}: {},\n", single(name), joined(value));
    let headers: String = headers.iter().map(header).collect();
    let (remark, url, method, body) = (parts.remark("//"), joined(url), single(method), single(body));
    format!(
        "{remark}import process from 'node:process';

const body = {body};

const answer = await fetch({url}, {{
  method: {method},
  headers: {{
{headers}  }},
  body,
  redirect: 'error',
}});
if (!answer.ok) console.error(answer.status, answer.statusText);

const decoder = new TextDecoder();
const reader = answer.body?.getReader();
for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {{
  process.stdout.write(decoder.decode(piece.value, {{ stream: true }}));
}}
"
    )
}

fn joined(text: &Text<'_>) -> String {
    let piece = |piece: &Piece<'_>| match piece {
        Piece::Words(words) => single(words),
        Piece::Variable(name) => format!("(process.env.{name} ?? '')"),
    };
    text.iter().map(piece).collect::<Vec<_>>().join(" + ")
}
