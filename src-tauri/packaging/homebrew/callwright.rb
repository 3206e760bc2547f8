class Callwright < Formula
  desc "Workbench for the tool calls of language models"
  homepage "@HOME@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@FROM@/callwright-@VERSION@-macos-aarch64.tar.gz"
      sha256 "@SHA256 callwright-@VERSION@-macos-aarch64.tar.gz@"
    end
    on_intel do
      url "@FROM@/callwright-@VERSION@-macos-x86_64.tar.gz"
      sha256 "@SHA256 callwright-@VERSION@-macos-x86_64.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@FROM@/callwright-@VERSION@-linux-aarch64.tar.gz"
      sha256 "@SHA256 callwright-@VERSION@-linux-aarch64.tar.gz@"
    end
    on_intel do
      url "@FROM@/callwright-@VERSION@-linux-x86_64.tar.gz"
      sha256 "@SHA256 callwright-@VERSION@-linux-x86_64.tar.gz@"
    end
  end

  def install
    bin.install "bin/callwright"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/callwright"
    zsh_completion.install "share/zsh/site-functions/_callwright"
    fish_completion.install "share/fish/vendor_completions.d/callwright.fish"
    doc.install Dir["share/doc/callwright/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/callwright --version")
  end
end
