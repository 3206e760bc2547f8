"""A graph of LangGraph with the model of langchain-openai."""

from typing import Annotated, TypedDict

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.prebuilt import ToolNode, tools_condition

from . import FUNCTIONS, INSTRUCTIONS, Seen, Setting


class State(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]


TOOLS = [tool(function) for function in FUNCTIONS.values()]


def talk(setting: Setting, protocol: str) -> Seen:
    model = ChatOpenAI(
        model="gpt-5.6-sol",
        base_url=setting.base,
        api_key=setting.key,
        timeout=setting.timeout,
        max_retries=setting.retries,
        streaming=setting.streams,
        stream_usage=True,
        use_responses_api=protocol == "responses",
    ).bind_tools(TOOLS)
    graph = StateGraph(State)
    graph.add_node("model", lambda state: {"messages": [model.invoke(state["messages"])]})
    graph.add_node("tools", ToolNode(TOOLS))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    ended = graph.compile().invoke({"messages": [SystemMessage(INSTRUCTIONS), HumanMessage(setting.question)]})
    answers = [message for message in ended["messages"] if isinstance(message, AIMessage)]
    seen = Seen([str(answer.text) for answer in answers])
    for answer in answers:
        seen.calls += [call["args"] for call in answer.tool_calls]
        seen.names += [call["name"] for call in answer.tool_calls]
    return seen
