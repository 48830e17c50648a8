import { Clipboard, Download, FileJson2, FileSpreadsheet, FileText, Image, Printer, Shapes } from "lucide-react";
import type { Chart } from "../../api/charts";
import { Button } from "../../ui/button";
import { Menu, MenuDivider, MenuItem, MenuLabel, MenuLink } from "../../ui/menu";
import { notify } from "../../ui/toast";
import { copyPicture } from "../../util/clipboard";
import { apiPaths, type ChartExport } from "../../util/paths";
import { type Theme, useTheme } from "../../util/theme";
import { exportMenu as text } from "./strings";

interface Export {
  format: ChartExport;
  title: string;
  Icon: typeof Image;
  scale?: number;
  needsRows?: true;
}

const pictures: Export[] = [
  { format: "png", title: "PNG", Icon: Image, scale: 1 },
  { format: "png", title: text.png2, Icon: Image, scale: 2 },
  { format: "svg", title: "SVG", Icon: Shapes },
  { format: "pdf", title: "PDF", Icon: FileText },
];

const data: Export[] = [
  { format: "csv", title: text.tableCsv, Icon: FileSpreadsheet, needsRows: true },
  { format: "json", title: text.chartJson, Icon: FileJson2 },
];

/** Every way out of the product. Pictures are in the theme that is shown, of the version that is shown. */
export function ExportMenu({ chart }: { chart: Chart }) {
  const theme = useTheme();
  const link = (each: Export) => (
    <MenuLink key={each.title} isDocument to={addressOf(chart, each, theme)}>
      <each.Icon aria-hidden /> {each.title}
    </MenuLink>
  );

  async function copy() {
    const url = apiPaths.chartExport(chart.id, "png", { theme, scale: 2, version: chart.version });
    if (await copyPicture(url)) return notify({ title: text.imageCopied, color: "green" });
    // Falls back to a file if the browser can't copy images.
    window.location.assign(`${url}&download=true`);
    return notify({ title: text.thisBrowserCantCopyImages, description: text.theImageWasDownloadedInstead });
  }

  const trigger = (
    <Button size="small">
      <Download aria-hidden className="size-4" /> <span className="max-sm:sr-only">{text.export}</span>
    </Button>
  );
  return (
    <Menu trigger={trigger} className="w-60">
      <MenuLabel>{text.image}</MenuLabel>
      {pictures.map(link)}
      <MenuItem onSelect={() => void copy()}>
        <Clipboard aria-hidden /> {text.copyAsImage}
      </MenuItem>
      <MenuDivider />
      <MenuLabel>{text.data}</MenuLabel>
      {data.filter(({ needsRows }) => !needsRows || chart.data !== null).map(link)}
      <MenuDivider />
      <MenuItem onSelect={() => setTimeout(() => window.print(), 100)}>
        <Printer aria-hidden /> {text.print}
      </MenuItem>
    </Menu>
  );
}

function addressOf({ id, version }: Chart, { format, scale }: Export, theme: Theme): string {
  const isPicture = format !== "csv" && format !== "json";
  return apiPaths.chartExport(id, format, {
    ...(isPicture && { theme }),
    ...(scale !== undefined && { scale }),
    version,
    download: true,
  });
}
