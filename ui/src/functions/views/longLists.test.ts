import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import OperationList from "$functions/components/OperationList.svelte";

const MANY = 1030;

it("draws the operations of a large document that are in sight, and chooses among all of them", async () => {
  const operations = Array.from({ length: MANY }, (_, at) => ({
    name: `operation_${at}`,
    place: `get /operations/${at}`,
    description: "",
  }));
  const look = { title: "Large", operations, hosts: [], keys: [], problems: [] };
  const onChoose = vi.fn();
  render(OperationList, { look, leftOut: new Set<string>(), onChoose });
  expect(screen.getAllByRole("checkbox").length).toBeLessThan(50);
  await fireEvent.click(screen.getByRole("button", { name: "None" }));
  expect(onChoose).toHaveBeenCalledTimes(MANY);
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "operation_777" } });
  await fireEvent.click(screen.getByRole("checkbox"));
  expect(onChoose).toHaveBeenLastCalledWith("get /operations/777", false);
});
