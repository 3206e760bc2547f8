/** A program to try attaching with. */
export type Example = { language: string; file: string; text: string; setUp: string; command: string };

/** The setting with which a scripted model answers in the provider's place. */
export const NO_KEY = "OPENAI_API_KEY=callwright";

/** The examples of the documentation, by their paths. */
const TEXTS: Record<string, string> = import.meta.glob<string>("../../../../docs/examples/*/*.{py,mjs,cs}", {
  query: "?raw",
  import: "default",
  eager: true,
});

function example(language: string, place: string, setUp: string, command: string): Example {
  const file = place.slice(place.lastIndexOf("/") + 1);
  const text = TEXTS[`../../../../docs/examples/${place}`] ?? "";
  return { language, file, text, setUp, command };
}

export const EXAMPLES: readonly [Example, ...Example[]] = [
  example("Python", "python/example.py", "pip install openai", "python example.py"),
  example("Node", "node/example.mjs", "npm install openai", "node example.mjs"),
  example("C#", "csharp/Program.cs", "dotnet new console && dotnet add package OpenAI", "dotnet run"),
];
