if [ "$work" = ar ]; then exec "$python" -m ziglang ar "$@"; fi
is_architecture=
for word do
  shift
  case $word in
    --target=* | -mmacosx-version-min=* | -mmacos-version-min=*) ;;
    -arch) is_architecture=1 ;;
    *) if [ -n "$is_architecture" ]; then is_architecture=; else set -- "$@" "$word"; fi ;;
  esac
done
exec "$python" -m ziglang "$work" -target "$target" "$@"
