// Asks about the weather and runs the call: `callwright run -- dotnet run`.
//
// Without a key, Callwright answers itself: it calls the function below, then speaks from its result. With OPENAI_API_KEY set,
// OpenAI answers.

using System.ClientModel;
using System.Text.Json;
using OpenAI;
using OpenAI.Chat;

string model = Environment.GetEnvironmentVariable("OPENAI_MODEL") ?? "gpt-5-mini";
string key = Environment.GetEnvironmentVariable("OPENAI_API_KEY") ?? "callwright";
// Callwright sets OPENAI_BASE_URL. A client that is given no endpoint asks OpenAI.
string address = Environment.GetEnvironmentVariable("OPENAI_BASE_URL") ?? "https://api.openai.com/v1";

ChatClient client = new(model, new ApiKeyCredential(key), new OpenAIClientOptions { Endpoint = new Uri(address) });
ChatCompletionOptions options = new()
{
    Tools =
    {
        ChatTool.CreateFunctionTool(
            functionName: "get_weather",
            functionDescription: "Returns the weather in a city",
            functionParameters: BinaryData.FromString("""
                {
                    "type": "object",
                    "properties": { "city": { "type": "string" } },
                    "required": ["city"]
                }
                """)),
    },
};
List<ChatMessage> messages = [new UserChatMessage("What is the weather in Oslo?")];

while (true)
{
    ChatCompletion completion = await client.CompleteChatAsync(messages, options);
    messages.Add(new AssistantChatMessage(completion));
    if (completion.FinishReason != ChatFinishReason.ToolCalls)
    {
        Console.WriteLine(completion.Content[0].Text);
        return;
    }
    foreach (ChatToolCall call in completion.ToolCalls)
    {
        using JsonDocument arguments = JsonDocument.Parse(call.FunctionArguments);
        string city = arguments.RootElement.GetProperty("city").GetString() ?? "";
        Console.WriteLine($"{call.FunctionName}({call.FunctionArguments})");
        messages.Add(new ToolChatMessage(call.Id, GetWeather(city)));
    }
}

static string GetWeather(string city) =>
    JsonSerializer.Serialize(new { city, temperature_c = 4, sky = "cloudy" });
