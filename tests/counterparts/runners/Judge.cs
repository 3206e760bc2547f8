// Reads pairs of what is expected and what a model did, one a line, and says of each whether it is as expected.

using System;
using System.Collections.Generic;
using System.Linq;
using Cases;
using Fields = System.Collections.Generic.Dictionary<string, object>;

static class Judge
{
    static void Main()
    {
        for (string line; (line = Console.ReadLine()) != null;)
        {
            var pair = ((List<object>)Json.Read(line)).Cast<Fields>().ToList();
            Console.WriteLine(Expectations.Faults(pair[0], Run(pair[1])).Count == 0 ? "true" : "false");
        }
    }

    static Made Run(Fields of)
    {
        var calls = ((List<object>)of["calls"]).Cast<Fields>();
        return new Made
        {
            Rounds = (int)(double)of["rounds"],
            Calls = calls.Select(call => new Call { Function = (string)call["function"], Arguments = (Fields)call["arguments"] }).ToList(),
            Text = (string)of["text"],
            Cut = (string)of["cut"],
        };
    }
}
