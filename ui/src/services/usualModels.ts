/** Models that answer no chat: their names say what else they do. */
const OTHER_WORK =
  /embed|rerank|moderation|guard|whisper|transcri|tts|speech|audio|voice|realtime|dall-e|image|imagen|veo|sora|video|lyria|ocr|davinci|babbage|similarity|search-doc|bge-|clip\b/i;
/** A name with a day in it is one version of a model that is listed without as well. */
const DATED = /[-@_](20\d{2}-?[01]\d(-?[0-3]\d)?|[0-3]\d[01]\d|\d{4})(-preview)?$/;
/** More than this make a long menu of what is never used. */
const MOST = 6;

/** The models of a list that most people would tick: those that chat, without their dated versions, and not too many. */
export function usualModels(listed: readonly string[]): string[] {
  const chatting = listed.filter((name) => !OTHER_WORK.test(name));
  const undated = chatting.filter((name) => !DATED.test(name));
  return (undated.length > 0 ? undated : chatting).slice(0, MOST);
}
