use async_openai::types::chat::{
    ChatCompletionMessageToolCall, ChatCompletionMessageToolCalls,
    ChatCompletionRequestAssistantMessage, ChatCompletionRequestMessage,
    ChatCompletionRequestSystemMessage, ChatCompletionRequestToolMessage,
    ChatCompletionRequestUserMessage, ChatCompletionStreamOptions, ChatCompletionTool,
    ChatCompletionTools, CreateChatCompletionRequest, FunctionCall, FunctionObject,
};

use crate::assistant::{Message, ModelRequest, ToolCall, ToolDefinition};

/// The request as the endpoint wants it.
pub(in super::super) fn request(
    model: &str,
    request: &ModelRequest,
) -> CreateChatCompletionRequest {
    let tools: Vec<_> = request.tools.iter().map(tool).collect();
    CreateChatCompletionRequest {
        model: model.into(),
        messages: request.messages.iter().map(message).collect(),
        tools: (!tools.is_empty()).then_some(tools),
        stream: Some(true),
        stream_options: Some(ChatCompletionStreamOptions {
            include_usage: Some(true),
            include_obfuscation: None,
        }),
        max_completion_tokens: u32::try_from(request.max_output_tokens).ok(),
        ..CreateChatCompletionRequest::default()
    }
}

fn message(message: &Message) -> ChatCompletionRequestMessage {
    match message {
        Message::System { text } => ChatCompletionRequestSystemMessage::from(text.as_str()).into(),
        Message::User { text } => ChatCompletionRequestUserMessage::from(text.as_str()).into(),
        Message::Assistant { text, calls, .. } => ChatCompletionRequestAssistantMessage {
            content: (!text.is_empty()).then(|| text.as_str().into()),
            tool_calls: (!calls.is_empty()).then(|| calls.iter().map(tool_call).collect()),
            ..ChatCompletionRequestAssistantMessage::default()
        }
        .into(),
        Message::Tool {
            call_id, content, ..
        } => ChatCompletionRequestToolMessage {
            content: content.as_str().into(),
            tool_call_id: call_id.clone(),
        }
        .into(),
    }
}

fn tool_call(call: &ToolCall) -> ChatCompletionMessageToolCalls {
    ChatCompletionMessageToolCalls::Function(ChatCompletionMessageToolCall {
        id: call.id.clone(),
        function: FunctionCall {
            name: call.name.clone(),
            arguments: call.arguments.clone(),
        },
    })
}

fn tool(definition: &ToolDefinition) -> ChatCompletionTools {
    ChatCompletionTools::Function(ChatCompletionTool {
        function: FunctionObject {
            name: definition.name.into(),
            description: Some(definition.description.into()),
            parameters: Some(definition.parameters.clone()),
            strict: None,
        },
    })
}
