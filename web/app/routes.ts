import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("routes/public-layout.tsx", [
    index("routes/home.tsx"),
    route("about", "routes/about.tsx"),
    route("contact", "routes/contact.tsx"),
    route("pricing", "routes/pricing.tsx"),
    route("legal/terms", "routes/terms.tsx"),
    route("legal/privacy", "routes/privacy.tsx"),
    route("*", "routes/catch-all.tsx"),
  ]),
  route("login", "routes/login.tsx"),
  route("logout", "routes/logout.tsx"),
  route("plans", "routes/plans.tsx"),
  layout("routes/app-layout.tsx", [
    route("start", "routes/start.tsx"),
    route("complete-profile", "routes/complete-profile.tsx"),
    route("settings", "routes/settings.tsx"),
    route("chats/:chatId", "routes/chat.tsx"),
    route("charts", "routes/charts.tsx"),
    route("charts/:chartId", "routes/chart.tsx"),
    route("shared/:token", "routes/shared.tsx"),
    route("boards/new", "routes/new-board.tsx"),
    route("test/test", "routes/workbench.tsx"),
    route("test-markmap", "routes/workbench.tsx", { id: "workbench-mindmaps" }),
    route("test-vue-flow", "routes/workbench.tsx", { id: "workbench-flows" }),
  ]),
  layout("routes/admin-layout.tsx", [
    route("admin", "routes/admin-overview.tsx"),
    route("admin/latest-chats", "routes/admin-latest-chats.tsx"),
    route("admin/chat-viewer", "routes/admin-chat-viewer.tsx"),
    route("admin/user-usage", "routes/admin-user-usage.tsx"),
    route("admin/user-feedback", "routes/admin-user-feedback.tsx"),
  ]),
] satisfies RouteConfig;
