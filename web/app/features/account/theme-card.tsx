import { Card, CardHeader } from "../../ui/card";
import { ThemeSwitch } from "../../ui/theme-switch";
import { themeCard as text } from "./strings";

export function ThemeCard() {
  return (
    <Card>
      <CardHeader title={text.theme} description={text.description} />
      <div className="p-5 sm:p-6">
        <ThemeSwitch />
      </div>
    </Card>
  );
}
