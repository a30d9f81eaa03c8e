# Made by .ci/release.
class GpuCloud < Formula
  desc "Rents a GPU for the time of one command"
  homepage "${home}"
  url "${home}/releases/download/v${version}/gpu-cloud-${version}-linux-x64.tar.gz"
  sha256 "${sha256}"
  license "Apache-2.0"

  depends_on arch: :x86_64
  depends_on :linux

  def install
    libexec.install Dir["*"]
    bin.install_symlink libexec/"bin/gpu-cloud"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/gpu-cloud --version")
  end
end
