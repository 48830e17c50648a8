import { CalendarClock, Copy, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { duplicateChart } from "../../api/chart-versions";
import { type Chart, deleteChart, renameChart } from "../../api/charts";
import { describeFailure } from "../../api/problem";
import { useApiMutation } from "../../api/use-api-mutation";
import { IconButton } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Menu, MenuDivider, MenuItem } from "../../ui/menu";
import { RenameDialog } from "../../ui/rename-dialog";
import { notify } from "../../ui/toast";
import { paths } from "../../util/page-paths";
import { ScheduleDialog } from "./schedule-dialog";
import { chartMoreMenu as text } from "./strings";

export interface MoreMenuProps {
  chart: Chart;
  /** Items above the menu's own. */
  children?: ReactNode;
}

export function MoreMenu({ chart, children }: MoreMenuProps) {
  const { id, title, isOwner } = chart;
  const navigate = useNavigate();
  const [open, setOpen] = useState<"none" | "rename" | "schedule" | "delete">("none");
  const close = () => setOpen("none");

  const duplicate = useApiMutation({
    run: () => duplicateChart(id),
    success: { title: text.chartDuplicated, description: text.onlyYouCanSeeThe, color: "green" },
    failed: text.couldntDuplicateTheChart,
    onDone: (copy) => void navigate(paths.chart(copy.id)),
  });

  const trigger = (
    <IconButton label={text.moreOptions} className="size-8">
      <EllipsisVertical aria-hidden className="size-4" />
    </IconButton>
  );
  return (
    <>
      <Menu trigger={trigger}>
        {children}
        <MenuItem onSelect={() => duplicate.run()}>
          <Copy aria-hidden /> {text.duplicate}
        </MenuItem>
        {isOwner && (
          <>
            <MenuItem onSelect={() => setOpen("rename")}>
              <Pencil aria-hidden /> {text.rename}
            </MenuItem>
            {chart.query !== null && (
              <MenuItem onSelect={() => setOpen("schedule")}>
                <CalendarClock aria-hidden /> {text.scheduledRefresh}
              </MenuItem>
            )}
            <MenuDivider />
            <MenuItem isDangerous onSelect={() => setOpen("delete")}>
              <Trash2 aria-hidden /> {text.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {open === "schedule" && <ScheduleDialog chart={chart} onClose={close} />}
      {open === "rename" && (
        <RenameDialog
          heading={text.renameChart}
          title={title}
          onRename={(next) => renameChart(id, next)}
          describeFailure={describeFailure}
          onClose={close}
        />
      )}
      {open === "delete" && (
        <ConfirmDialog
          title={text.deleteThisChart}
          description={text.description}
          confirmLabel={text.delete}
          describeFailure={describeFailure}
          onClose={close}
          onConfirm={async () => {
            await deleteChart(id);
            void notify({ title: text.chartDeleted });
            void navigate(paths.charts());
          }}
        />
      )}
    </>
  );
}
