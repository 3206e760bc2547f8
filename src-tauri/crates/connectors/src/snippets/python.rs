//! For Python, with what every Python has.

use super::parts::{Piece, RequestParts, Text};
use super::quoting::single;

pub(super) fn write(parts: &RequestParts<'_>) -> String {
    let RequestParts { method, url, headers, body, .. } = parts;
    let header = |(name, value): &(&str, Text<'_>)| format!("        {}: {},\n", single(name), joined(value));
    let headers: String = headers.iter().map(header).collect();
    let (remark, url, method, body) = (parts.remark("#"), joined(url), single(method), single(body));
    format!(
        "{remark}import os
import sys
import urllib.error
import urllib.request


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


body = {body}
request = urllib.request.Request(
    {url},
    data=body.encode('utf-8'),
    headers={{
{headers}    }},
    method={method},
)
try:
    answer = urllib.request.build_opener(NoRedirect).open(request)
except urllib.error.HTTPError as error:
    print(error.code, error.reason, file=sys.stderr)
    answer = error
for line in answer:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
"
    )
}

fn joined(text: &Text<'_>) -> String {
    let piece = |piece: &Piece<'_>| match piece {
        Piece::Words(words) => single(words),
        Piece::Variable(name) => format!("os.environ[{}]", single(name)),
    };
    text.iter().map(piece).collect::<Vec<_>>().join(" + ")
}
