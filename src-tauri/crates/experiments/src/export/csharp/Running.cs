// Runs a case: asks the model, answers its calls with the results of the case, until it speaks.

using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace Cases
{
    using Fields = Dictionary<string, object>;

    public static class Running
    {
        public static async Task<Made> Run(Fields of)
        {
            var messages = new List<object>((List<object>)of["messages"]);
            var most = (double)of["rounds"];
            var made = new Made();
            while (made.Rounds < most)
            {
                var said = await Model.Answer(messages, (List<object>)of["tools"], (Fields)of["request"]);
                made.Rounds += 1;
                messages.Add(said.Where(field => field.Value != null).ToDictionary(field => field.Key, field => field.Value));
                var text = said.ContainsKey("content") ? said["content"] as string : null;
                if (!string.IsNullOrEmpty(text)) made.Text = text;
                var calls = said.ContainsKey("tool_calls") ? said["tool_calls"] as List<object> : null;
                if (calls == null || calls.Count == 0) return made;
                foreach (var call in calls.Cast<Fields>()) messages.Add(Answered(of, call, made));
            }
            made.Cut = "after " + most + " requests it still called";
            return made;
        }

        static Fields Answered(Fields of, Fields call, Made made)
        {
            var function = (Fields)call["function"];
            var names = (Fields)of["names"];
            var name = (string)function["name"];
            if (names.ContainsKey(name)) name = (string)names[name];
            var arguments = Json.Object((string)function["arguments"]);
            made.Calls.Add(new Call { Function = name, Arguments = arguments });
            var content = Result((List<object>)of["results"], name, arguments);
            return new Fields { ["role"] = "tool", ["tool_call_id"] = call["id"], ["content"] = content };
        }

        static string Result(List<object> results, string name, Fields arguments)
        {
            if (arguments == null) return "Error: the arguments are not JSON";
            foreach (var result in results.Cast<Fields>())
            {
                var isMeant = !result.ContainsKey("arguments") || Expectations.Same(result["arguments"], arguments);
                if ((string)result["function"] != name || !isMeant) continue;
                var answer = (Fields)result["answer"];
                if (answer.ContainsKey("failed")) return "Error: " + answer["failed"];
                return answer["returned"] as string ?? Json.Write(answer["returned"]);
            }
            return "Error: the case has no result for this function with these arguments";
        }
    }
}
