// What is expected of a run, and in what it falls short.
//
// `Faults` returns sentences; none means that the run is as expected. Values of JSON are null, bool, double, string, List<object> and
// Dictionary<string, object>.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;

namespace Cases
{
    using Fields = Dictionary<string, object>;

    public sealed class Call
    {
        public string Function;

        /// <summary>Null where they are no JSON object.</summary>
        public Dictionary<string, object> Arguments;
    }

    /// <summary>What a model did.</summary>
    public sealed class Made
    {
        public int Rounds;
        public List<Call> Calls = new List<Call>();
        public string Text;

        /// <summary>Why the run did not end by itself. Null where it did.</summary>
        public string Cut;
    }

    public static class Expectations
    {
        const RegexOptions Plainly = RegexOptions.CultureInvariant;

        public static List<string> Faults(Fields expect, Made made)
        {
            var found = new List<string>();
            var calls = Field(expect, "calls") as Fields;
            if (calls != null) found.AddRange(CallFaults((string)calls["match"], (List<object>)calls["list"], made.Calls));
            var never = List(expect, "never");
            foreach (var call in made.Calls)
            {
                if (never.Contains(call.Function)) found.Add(call.Function + " must not be called");
            }
            foreach (var said in List(expect, "says"))
            {
                if (!Says(said, made.Text ?? "")) found.Add("the answer \"" + made.Text + "\" is not as expected");
            }
            var rounds = Field(expect, "rounds");
            if (made.Cut != null) found.Add("the run did not finish: " + made.Cut);
            else if (rounds != null && made.Rounds > (double)rounds)
            {
                found.Add("it took " + made.Rounds + " requests instead of " + rounds);
            }
            return found;
        }

        static List<string> CallFaults(string match, List<object> list, List<Call> made)
        {
            var expected = list.Cast<Fields>().ToList();
            var fits = expected.Select(one => made.Select(call => Differences(one, call).Count == 0).ToList()).ToList();
            var paired = LargestPairing(fits, made.Count);
            bool sound;
            switch (match)
            {
                case "exactly":
                    sound = expected.Count == made.Count && fits.Select((row, at) => row[at]).All(fit => fit);
                    break;
                case "inOrder":
                    sound = IsSubsequence(fits, made.Count);
                    break;
                case "anyOrder":
                    sound = paired == expected.Count && paired == made.Count;
                    break;
                case "superset":
                    sound = paired == expected.Count;
                    break;
                default:
                    sound = paired == made.Count;
                    break;
            }
            var found = new List<string>();
            if (sound) return found;
            found.Add("the calls are not as expected (" + match + ")");
            for (var at = 0; at < Math.Min(expected.Count, made.Count); at += 1)
            {
                var place = "call " + (at + 1) + ", " + made[at].Function + ": ";
                found.AddRange(Differences(expected[at], made[at]).Select(what => place + what));
            }
            var wanted = string.Join(", ", expected.Select(one => (string)one["function"]));
            found.Add("expected: " + wanted + "; made: " + string.Join(", ", made.Select(call => call.Function)));
            return found;
        }

        static bool IsSubsequence(List<List<bool>> fits, int count)
        {
            var at = 0;
            foreach (var row in fits)
            {
                while (at < count && !row[at]) at += 1;
                if (at == count) return false;
                at += 1;
            }
            return true;
        }

        static int LargestPairing(List<List<bool>> fits, int count)
        {
            var owners = Enumerable.Repeat(-1, count).ToArray();
            return Enumerable.Range(0, fits.Count).Count(row => Place(row, fits, owners, new HashSet<int>()));
        }

        static bool Place(int row, List<List<bool>> fits, int[] owners, HashSet<int> seen)
        {
            for (var column = 0; column < owners.Length; column += 1)
            {
                if (!fits[row][column] || !seen.Add(column)) continue;
                if (owners[column] < 0 || Place(owners[column], fits, owners, seen))
                {
                    owners[column] = row;
                    return true;
                }
            }
            return false;
        }

        static List<string> Differences(Fields expected, Call call)
        {
            var found = new List<string>();
            if ((string)expected["function"] != call.Function) found.Add(expected["function"] + " was expected");
            else if (call.Arguments == null) found.Add("its arguments are no JSON object");
            if (found.Count > 0) return found;
            var rules = new Fields();
            foreach (var rule in Field(expected, "arguments") as Fields ?? new Fields()) rules[Pointer(rule.Key)] = rule.Value;
            foreach (var rule in rules)
            {
                object value;
                if (!TryAt(call.Arguments, rule.Key, out value))
                {
                    if (!AllowsAbsence(rule.Value)) found.Add(rule.Key + " is missing");
                }
                else if (!Holds(rule.Value, value)) found.Add(rule.Key + " is not as expected");
            }
            if ((Field(expected, "others") as string ?? "refused") == "refused")
            {
                foreach (var field in call.Arguments) Unexpected("/" + Escaped(field.Key), field.Value, rules, found);
            }
            return found;
        }

        static void Unexpected(string place, object value, Fields rules, List<string> found)
        {
            if (rules.ContainsKey(place)) return;
            var isAbove = rules.Keys.Any(path => path.StartsWith(place + "/", StringComparison.Ordinal));
            var fields = value as Fields;
            var elements = value as List<object>;
            if (isAbove && fields != null)
            {
                foreach (var field in fields) Unexpected(place + "/" + Escaped(field.Key), field.Value, rules, found);
            }
            else if (isAbove && elements != null)
            {
                for (var at = 0; at < elements.Count; at += 1) Unexpected(place + "/" + at, elements[at], rules, found);
            }
            else found.Add(place + " is not expected");
        }

        static bool AllowsAbsence(object rule)
        {
            var kinds = rule as Fields;
            return kinds == null || kinds.ContainsKey("optional");
        }

        static bool Holds(object rule, object value)
        {
            var kinds = rule as Fields;
            // The only rule without a value is that anything may be there.
            if (kinds == null) return true;
            var kind = kinds.Single();
            switch (kind.Key)
            {
                case "equals":
                    return Same(kind.Value, value);
                case "oneOf":
                    return ((List<object>)kind.Value).Any(one => Same(one, value));
                case "alike":
                    return ((List<object>)kind.Value).Any(one => Same(Plain(one), Plain(value)));
                case "pattern":
                    return value is string && Regex.IsMatch((string)value, (string)kind.Value, Plainly);
                case "number":
                    var number = (Fields)kind.Value;
                    return value is double && Math.Abs((double)value - (double)number["is"]) <= (double)number["within"];
                case "contains":
                    return Contains(value, kind.Value);
                default:
                    return Holds(kind.Value, value);
            }
        }

        static object Plain(object value)
        {
            var text = value as string;
            if (text != null) return Regex.Replace(text, "[ ,./_*^-]", "").ToLowerInvariant().Replace('\'', '"');
            var elements = value as List<object>;
            if (elements != null) return elements.Select(Plain).ToList();
            var fields = value as Fields;
            return fields == null ? value : fields.ToDictionary(field => field.Key, field => Plain(field.Value));
        }

        static bool Contains(object whole, object part)
        {
            var text = whole as string;
            if (text != null) return part is string && text.Contains((string)part);
            var elements = whole as List<object>;
            if (elements != null) return elements.Any(element => Same(element, part));
            var fields = whole as Fields;
            var wanted = part as Fields;
            if (fields == null || wanted == null) return false;
            return wanted.All(field => fields.ContainsKey(field.Key) && Same(fields[field.Key], field.Value));
        }

        static bool Says(object said, string text)
        {
            var kinds = said as Fields;
            if (kinds == null) return (string)said == "something" ? text.Trim() != "" : text.Trim() == "";
            var kind = kinds.Single();
            var wanted = (string)kind.Value;
            return kind.Key == "contains" ? text.Contains(wanted) : Regex.IsMatch(text, wanted, Plainly);
        }

        /// <summary>Whether two values are the same, whatever the order of their fields.</summary>
        public static bool Same(object one, object other)
        {
            var elements = one as List<object>;
            var others = other as List<object>;
            if (elements != null && others != null)
            {
                return elements.Count == others.Count && elements.Zip(others, Same).All(same => same);
            }
            var fields = one as Fields;
            var otherFields = other as Fields;
            if (fields != null && otherFields != null)
            {
                return fields.Count == otherFields.Count
                    && fields.All(field => otherFields.ContainsKey(field.Key) && Same(field.Value, otherFields[field.Key]));
            }
            return elements == null && others == null && fields == null && otherFields == null && Equals(one, other);
        }

        static string Pointer(string written)
        {
            return written.StartsWith("/", StringComparison.Ordinal) ? written : "/" + Escaped(written);
        }

        static string Escaped(string name)
        {
            return name.Replace("~", "~0").Replace("/", "~1");
        }

        static bool TryAt(object whole, string pointer, out object value)
        {
            value = whole;
            foreach (var part in pointer.Split('/').Skip(1))
            {
                var name = part.Replace("~1", "/").Replace("~0", "~");
                var fields = value as Fields;
                var elements = value as List<object>;
                int index;
                if (fields != null && fields.ContainsKey(name)) value = fields[name];
                else if (elements != null && Regex.IsMatch(name, "^(0|[1-9][0-9]*)$") && int.TryParse(name, out index) && index < elements.Count)
                {
                    value = elements[index];
                }
                else return false;
            }
            return true;
        }

        static object Field(Fields fields, string name)
        {
            object value;
            return fields.TryGetValue(name, out value) ? value : null;
        }

        static List<object> List(Fields fields, string name)
        {
            return Field(fields, name) as List<object> ?? new List<object>();
        }
    }
}
