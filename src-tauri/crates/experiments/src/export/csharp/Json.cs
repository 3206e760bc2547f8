// JSON as plain values, and back.

using System.Collections.Generic;
using System.Linq;
using System.Text.Json;

namespace Cases
{
    public static class Json
    {
        public static object Read(string text)
        {
            using (var document = JsonDocument.Parse(text)) return Value(document.RootElement);
        }

        public static string Write(object value)
        {
            return JsonSerializer.Serialize(value);
        }

        /// <summary>An object, or null where the text is none. No text means no fields.</summary>
        public static Dictionary<string, object> Object(string text)
        {
            try
            {
                return Read(string.IsNullOrEmpty(text) ? "{}" : text) as Dictionary<string, object>;
            }
            catch (JsonException)
            {
                return null;
            }
        }

        static object Value(JsonElement element)
        {
            switch (element.ValueKind)
            {
                case JsonValueKind.Object:
                    return element.EnumerateObject().ToDictionary(field => field.Name, field => Value(field.Value));
                case JsonValueKind.Array:
                    return element.EnumerateArray().Select(Value).ToList();
                case JsonValueKind.String:
                    return element.GetString();
                case JsonValueKind.Number:
                    return element.GetDouble();
                case JsonValueKind.True:
                    return true;
                case JsonValueKind.False:
                    return false;
                default:
                    return null;
            }
        }
    }
}
