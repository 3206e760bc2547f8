using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace Cases
{
    public class CaseTests
    {
        static readonly string Folder = Path.Combine(System.AppContext.BaseDirectory, "cases");

        public static IEnumerable<object[]> All()
        {
            var files = Directory.GetFiles(Folder, "*.json").OrderBy(file => file, System.StringComparer.Ordinal);
            return files.Select(file => new object[] { Path.GetFileNameWithoutExtension(file) });
        }

        [Theory]
        [MemberData(nameof(All))]
        public async Task AsExpected(string id)
        {
            var of = Json.Object(File.ReadAllText(Path.Combine(Folder, id + ".json")));
            var made = await Running.Run(of);
            Assert.Empty(Expectations.Faults((Dictionary<string, object>)of["expect"], made));
        }
    }
}
