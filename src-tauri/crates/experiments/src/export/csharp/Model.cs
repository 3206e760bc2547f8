// Asks a model for its next message, over Chat Completions.
//
// Put your own agent in its place: `Answer` takes messages and tools and returns the assistant's message.
// MODEL names the model, OPENAI_BASE_URL the service, OPENAI_API_KEY its key.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading.Tasks;

namespace Cases
{
    using Fields = Dictionary<string, object>;

    public static class Model
    {
        static readonly HttpClient Client = new HttpClient { Timeout = TimeSpan.FromMinutes(5) };

        public static async Task<Fields> Answer(List<object> messages, List<object> tools, Fields settings)
        {
            var body = new Fields(settings) { ["model"] = Environment.GetEnvironmentVariable("MODEL"), ["messages"] = messages };
            if (tools.Count > 0) body["tools"] = tools;
            var service = (Environment.GetEnvironmentVariable("OPENAI_BASE_URL") ?? "https://api.openai.com/v1").TrimEnd('/');
            var request = new HttpRequestMessage(HttpMethod.Post, service + "/chat/completions")
            {
                Content = new StringContent(Json.Write(body), Encoding.UTF8, "application/json"),
            };
            var key = Environment.GetEnvironmentVariable("OPENAI_API_KEY");
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);
            var response = await Client.SendAsync(request);
            response.EnsureSuccessStatusCode();
            var answer = Json.Object(await response.Content.ReadAsStringAsync());
            return (Fields)((Fields)((List<object>)answer["choices"]).First())["message"];
        }
    }
}
