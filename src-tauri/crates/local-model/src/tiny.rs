//! A model of some hundred kilobytes with random weights: it says nothing sensible, and everything else about it is real.

use std::io::{self, Write};
use std::path::Path;

/// How wide the tiny model is.
const WIDTH: u64 = 64;
const HEADS: u64 = 4;
const KEPT_HEADS: u64 = 2;
const INNER: u64 = 128;
const LAYERS: u64 = 2;
const ALIGNMENT: usize = 32;

/// The kinds of words a vocabulary has.
const NORMAL: i32 = 1;
const UNKNOWN: i32 = 2;
const CONTROL: i32 = 3;
const BYTE: i32 = 6;

/// How a template of the usual form looks: turns in marks, functions in the system message, calls in tags.
pub const TEMPLATE: &str = r#"{% if tools %}
<|im_start|>system
{% if messages[0].role == 'system' %}
{{ messages[0].content }}
{% endif %}
Functions:
{% for tool in tools %}
{{ tool | tojson }}
{% endfor %}
Call one by <tool_call>{"name": ..., "arguments": ...}</tool_call><|im_end|>
{% elif messages[0].role == 'system' %}
<|im_start|>system
{{ messages[0].content }}<|im_end|>
{% endif %}
{% for message in messages %}
{% if message.role == 'tool' %}
<|im_start|>user
<tool_response>
{{ message.content }}
</tool_response><|im_end|>
{% elif message.role != 'system' %}
<|im_start|>{{ message.role }}
{{ message.content }}
{% for call in message.tool_calls or [] %}
<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>
{% endfor %}
<|im_end|>
{% endif %}
{% endfor %}
{% if add_generation_prompt %}
<|im_start|>assistant
{% endif %}"#;

/// What is different in a tiny model.
#[derive(Clone, Debug)]
pub struct Tiny {
    pub name: &'static str,
    pub architecture: &'static str,
    pub template: Option<&'static str>,
    /// How many tokens it was made for.
    pub context: u32,
    pub seed: u64,
    /// What else its file says, in numbers. The last word on something counts.
    pub more: &'static [(&'static str, u64)],
}

impl Default for Tiny {
    fn default() -> Self {
        let (name, architecture, template) = ("Tiny", "llama", Some(TEMPLATE));
        Self { name, architecture, template, context: 4096, seed: 7, more: &[] }
    }
}

impl Tiny {
    pub fn write(&self, path: &Path) -> io::Result<()> {
        std::fs::File::create(path)?.write_all(&self.bytes())
    }

    /// The whole file.
    pub fn bytes(&self) -> Vec<u8> {
        let words = words();
        let tensors = tensors(words.len() as u64);
        let mut file = File::default();
        file.head(tensors.len() as u64);
        self.entries(&mut file, &words);
        let entries = file.entries;
        file.bytes.splice(16..24, entries.to_le_bytes());
        let mut offset = 0;
        for (name, sizes) in &tensors {
            file.tensor(name, sizes, offset);
            offset += (values(sizes) * 4).next_multiple_of(ALIGNMENT as u64);
        }
        let mut random = Random(self.seed);
        for (name, sizes) in &tensors {
            file.align();
            for _ in 0..values(sizes) {
                let weight = if name.ends_with("norm.weight") { 1.0 } else { random.weight() };
                file.bytes.extend(weight.to_le_bytes());
            }
        }
        file.align();
        file.bytes
    }

    fn entries(&self, file: &mut File, words: &[(String, i32)]) {
        let named = |name: &str| format!("{}.{name}", self.architecture);
        file.text("general.architecture", self.architecture);
        file.text("general.name", self.name);
        file.count(&named("context_length"), u64::from(self.context));
        file.count(&named("embedding_length"), WIDTH);
        file.count(&named("block_count"), LAYERS);
        file.count(&named("feed_forward_length"), INNER);
        file.count(&named("attention.head_count"), HEADS);
        file.count(&named("attention.head_count_kv"), KEPT_HEADS);
        file.count(&named("rope.dimension_count"), WIDTH / HEADS);
        file.real(&named("attention.layer_norm_rms_epsilon"), 1e-5);
        file.text("tokenizer.ggml.model", "llama");
        file.array("tokenizer.ggml.tokens", 8, words.len());
        words.iter().for_each(|(word, _)| file.letters(word));
        file.array("tokenizer.ggml.scores", 6, words.len());
        words.iter().for_each(|_| file.bytes.extend(0.0_f32.to_le_bytes()));
        file.array("tokenizer.ggml.token_type", 5, words.len());
        words.iter().for_each(|(_, kind)| file.bytes.extend(kind.to_le_bytes()));
        let place = |wanted: &str| words.iter().position(|(word, _)| word == wanted).unwrap_or_default();
        file.count("tokenizer.ggml.bos_token_id", place("<s>") as u64);
        file.count("tokenizer.ggml.eos_token_id", place("<|im_end|>") as u64);
        file.count("tokenizer.ggml.unknown_token_id", 0);
        file.flag("tokenizer.ggml.add_bos_token", false);
        file.flag("tokenizer.ggml.add_space_prefix", false);
        if let Some(template) = self.template {
            file.text("tokenizer.chat_template", template);
        }
        self.more.iter().for_each(|(name, count)| file.count(name, *count));
    }
}

/// Every byte is a word, so any text can be read and written.
fn words() -> Vec<(String, i32)> {
    let mut words =
        vec![("<unk>".to_owned(), UNKNOWN), ("<s>".to_owned(), CONTROL), ("</s>".to_owned(), CONTROL)];
    words.extend((0..=255_u8).map(|byte| (format!("<0x{byte:02X}>"), BYTE)));
    words.push(("\u{2581}".to_owned(), NORMAL));
    words.extend(["<|im_start|>", "<|im_end|>"].map(|word| (word.to_owned(), CONTROL)));
    words
}

fn tensors(words: u64) -> Vec<(String, Vec<u64>)> {
    let kept = WIDTH / HEADS * KEPT_HEADS;
    let mut tensors = vec![("token_embd.weight".to_owned(), vec![WIDTH, words])];
    for layer in 0..LAYERS {
        let parts: [(&str, Vec<u64>); 9] = [
            ("attn_norm", vec![WIDTH]),
            ("attn_q", vec![WIDTH, WIDTH]),
            ("attn_k", vec![WIDTH, kept]),
            ("attn_v", vec![WIDTH, kept]),
            ("attn_output", vec![WIDTH, WIDTH]),
            ("ffn_norm", vec![WIDTH]),
            ("ffn_gate", vec![WIDTH, INNER]),
            ("ffn_up", vec![WIDTH, INNER]),
            ("ffn_down", vec![INNER, WIDTH]),
        ];
        tensors.extend(parts.map(|(part, sizes)| (format!("blk.{layer}.{part}.weight"), sizes)));
    }
    tensors.push(("output_norm.weight".to_owned(), vec![WIDTH]));
    tensors.push(("output.weight".to_owned(), vec![WIDTH, words]));
    tensors
}

fn values(sizes: &[u64]) -> u64 {
    sizes.iter().product()
}

/// A file while it is written.
#[derive(Default)]
struct File {
    bytes: Vec<u8>,
    entries: u64,
}

impl File {
    fn head(&mut self, tensors: u64) {
        self.bytes.extend(b"GGUF");
        self.bytes.extend(3_u32.to_le_bytes());
        self.bytes.extend(tensors.to_le_bytes());
        self.bytes.extend(0_u64.to_le_bytes());
    }

    fn letters(&mut self, text: &str) {
        self.bytes.extend((text.len() as u64).to_le_bytes());
        self.bytes.extend(text.as_bytes());
    }

    fn entry(&mut self, name: &str, kind: u32) {
        self.entries += 1;
        self.letters(name);
        self.bytes.extend(kind.to_le_bytes());
    }

    fn text(&mut self, name: &str, text: &str) {
        self.entry(name, 8);
        self.letters(text);
    }

    fn count(&mut self, name: &str, count: u64) {
        self.entry(name, 4);
        self.bytes.extend(u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
    }

    fn real(&mut self, name: &str, number: f32) {
        self.entry(name, 6);
        self.bytes.extend(number.to_le_bytes());
    }

    fn flag(&mut self, name: &str, flag: bool) {
        self.entry(name, 7);
        self.bytes.push(u8::from(flag));
    }

    fn array(&mut self, name: &str, kind: u32, length: usize) {
        self.entry(name, 9);
        self.bytes.extend(kind.to_le_bytes());
        self.bytes.extend((length as u64).to_le_bytes());
    }

    fn tensor(&mut self, name: &str, sizes: &[u64], offset: u64) {
        self.letters(name);
        self.bytes.extend(u32::try_from(sizes.len()).unwrap_or_default().to_le_bytes());
        sizes.iter().for_each(|size| self.bytes.extend(size.to_le_bytes()));
        self.bytes.extend(0_u32.to_le_bytes());
        self.bytes.extend(offset.to_le_bytes());
    }

    fn align(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(ALIGNMENT), 0);
    }
}

/// The same numbers every time: splitmix64.
struct Random(u64);

impl Random {
    fn weight(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let unit = ((mixed ^ (mixed >> 31)) >> 40) as f32 / (1_u32 << 24) as f32;
        (unit - 0.5) * 0.3
    }
}
