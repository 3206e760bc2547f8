//! For C# 11, as the whole of a program.

use super::parts::{Piece, RequestParts, Text};
use super::quoting::csharp;

/// The one header that belongs to the body there.
const CONTENT_TYPE: &str = "content-type";

pub(super) fn write(parts: &RequestParts<'_>) -> String {
    let RequestParts { method, url, headers, body, .. } = parts;
    let header = |(name, value): &(&str, Text<'_>)| {
        let of = if *name == CONTENT_TYPE { "request.Content.Headers" } else { "request.Headers" };
        format!("{of}.TryAddWithoutValidation({}, {});\n", csharp(name), joined(value))
    };
    let headers: String = headers.iter().map(header).collect();
    let (remark, url, method, body) = (parts.remark("//"), joined(url), csharp(method), csharp(body));
    format!(
        "{remark}using System.Net.Http;
using System.Text;

var body = {body};

using var client = new HttpClient(new HttpClientHandler {{ AllowAutoRedirect = false }})
{{
    Timeout = Timeout.InfiniteTimeSpan,
}};
using var request = new HttpRequestMessage(new HttpMethod({method}), {url})
{{
    Content = new ByteArrayContent(Encoding.UTF8.GetBytes(body)),
}};
{headers}
using var answer = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
if (!answer.IsSuccessStatusCode) Console.Error.WriteLine($\"{{(int)answer.StatusCode}} {{answer.ReasonPhrase}}\");
await using var stream = await answer.Content.ReadAsStreamAsync();
await stream.CopyToAsync(Console.OpenStandardOutput());
"
    )
}

fn joined(text: &Text<'_>) -> String {
    let piece = |piece: &Piece<'_>| match piece {
        Piece::Words(words) => csharp(words),
        Piece::Variable(name) => format!("Environment.GetEnvironmentVariable({})", csharp(name)),
    };
    text.iter().map(piece).collect::<Vec<_>>().join(" + ")
}
