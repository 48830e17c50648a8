import { Outlet } from "react-router";
import { Footer } from "../features/shell/footer";
import { PublicHeader } from "../features/shell/public-header";

export default function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="content" className="flex-1">
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
