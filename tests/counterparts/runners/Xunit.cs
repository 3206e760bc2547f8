// Stands in for xunit, which has to be fetched from NuGet: runs each theory with every row of its data.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Threading.Tasks;

namespace Xunit
{
    public sealed class TheoryAttribute : Attribute
    {
    }

    public sealed class MemberDataAttribute : Attribute
    {
        public readonly string Member;

        public MemberDataAttribute(string member)
        {
            Member = member;
        }
    }

    public static class Assert
    {
        public static void Empty(IEnumerable collection)
        {
            var found = collection.Cast<object>().ToList();
            if (found.Count > 0) throw new Exception("Assert.Empty: " + string.Join("; ", found));
        }
    }

    static class Runner
    {
        static async Task<int> Main()
        {
            int failed = 0, passed = 0;
            var methods = typeof(Runner).Assembly.GetTypes().SelectMany(type => type.GetMethods());
            foreach (var theory in methods.Where(method => method.IsDefined(typeof(TheoryAttribute))))
            {
                var data = theory.DeclaringType.GetMethod(theory.GetCustomAttribute<MemberDataAttribute>().Member);
                foreach (var row in (IEnumerable<object[]>)data.Invoke(null, null))
                {
                    try
                    {
                        await (Task)theory.Invoke(Activator.CreateInstance(theory.DeclaringType), row);
                        passed += 1;
                    }
                    catch (Exception fault)
                    {
                        failed += 1;
                        Console.WriteLine(theory.Name + "(" + string.Join(", ", row) + ") failed: " + fault.Message);
                    }
                }
            }
            Console.WriteLine(failed + " failed, " + passed + " passed");
            return failed == 0 ? 0 : 1;
        }
    }
}
