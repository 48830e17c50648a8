use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock,
        GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation,
        InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
        ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
        ReadResourceResult, ServerCapabilities,
    },
    service::RequestContext,
};

use super::{
    api::{Api, ApiError},
    prompts::{fill_prompt, prompts},
    resources::{list_resources, read_resource, resource_templates},
    tools::{ToolCallError, call_tool, tools},
};

const INSTRUCTIONS: &str = "Portolan charts tables, texts, pages and videos. Add data with add_source, \
    then ask questions about it with ask: the answer has text and charts whose numbers come from queries. \
    For charts of your own, call profile_source, query and draw_chart. State only numbers that the tools returned.";

/// The charting tools in the name of one account.
#[derive(Clone)]
pub struct McpServer {
    api: Api,
}

impl McpServer {
    pub fn new(api: Api) -> Self {
        Self { api }
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> InitializeResult {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        InitializeResult::new(capabilities)
            .with_server_info(Implementation::new("portolan", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools()))
    }

    /// Reports refusals as results, so that the model reads them and can do better.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match call_tool(&self.api, &request.name, request.arguments).await {
            Ok(result) => Ok(result.into()),
            Err(error @ ToolCallError::Unknown(_)) => {
                Err(ErrorData::invalid_params(error.to_string(), None))
            }
            Err(error) => {
                let message = ContentBlock::text(error.to_string());
                Ok(CallToolResult::error(vec![message]).into())
            }
        }
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let (resources, next_cursor) = list_resources(&self.api, cursor.as_deref())
            .await
            .map_err(to_error_data)?;
        let mut page = ListResourcesResult::with_all_items(resources);
        page.next_cursor = next_cursor;
        Ok(page)
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(
            resource_templates(),
        ))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = read_resource(&self.api, &request.uri)
            .await
            .map_err(to_error_data)?;
        let contents = contents.ok_or_else(|| {
            ErrorData::resource_not_found(format!("There is no resource {}.", request.uri), None)
        })?;
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let message = fill_prompt(&request.name, &arguments)
            .map_err(|missing| ErrorData::invalid_params(missing, None))?;
        Ok(GetPromptResult::new(vec![message]).into())
    }
}

fn to_error_data(error: ApiError) -> ErrorData {
    match &error {
        ApiError::Refused { code, .. } if code == "not_found" => {
            ErrorData::resource_not_found(error.to_string(), None)
        }
        ApiError::Refused { .. } => ErrorData::invalid_params(error.to_string(), None),
        _ => ErrorData::internal_error(error.to_string(), None),
    }
}
