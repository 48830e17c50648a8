import { CalendarClock, Copy, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { duplicateChart } from "../../api/chart-versions";
import { type Chart, deleteChart, renameChart } from "../../api/charts";
import { describeFailure } from "../../api/problem";
import { IconButton } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Menu, MenuDivider, MenuItem } from "../../ui/menu";
import { RenameDialog } from "../../ui/rename-dialog";
import { notify } from "../../ui/toast";
import { paths } from "../../util/page-paths";
import { ScheduleDialog } from "./schedule-dialog";

export function MoreMenu({ chart }: { chart: Chart }) {
  const { id, title, isOwner } = chart;
  const navigate = useNavigate();
  const [open, setOpen] = useState<"none" | "rename" | "schedule" | "delete">("none");
  const close = () => setOpen("none");

  async function duplicate() {
    try {
      const copy = await duplicateChart(id);
      void notify({ title: "This is your copy.", description: "Only you can see it.", color: "green" });
      void navigate(paths.chart(copy.id));
    } catch (error) {
      void notify({ title: "The chart could not be copied.", description: describeFailure(error), color: "red" });
    }
  }

  const trigger = (
    <IconButton label="More" className="size-8">
      <EllipsisVertical aria-hidden className="size-4" />
    </IconButton>
  );
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem onSelect={() => void duplicate()}>
          <Copy aria-hidden /> Duplicate
        </MenuItem>
        {isOwner && (
          <>
            <MenuItem onSelect={() => setOpen("rename")}>
              <Pencil aria-hidden /> Rename
            </MenuItem>
            {chart.query !== null && (
              <MenuItem onSelect={() => setOpen("schedule")}>
                <CalendarClock aria-hidden /> Refresh by the clock
              </MenuItem>
            )}
            <MenuDivider />
            <MenuItem isDangerous onSelect={() => setOpen("delete")}>
              <Trash2 aria-hidden /> Delete
            </MenuItem>
          </>
        )}
      </Menu>
      {open === "schedule" && <ScheduleDialog chart={chart} onClose={close} />}
      {open === "rename" && (
        <RenameDialog
          heading="Rename the chart"
          title={title}
          onRename={(next) => renameChart(id, next)}
          describeFailure={describeFailure}
          onClose={close}
        />
      )}
      {open === "delete" && (
        <ConfirmDialog
          title="Delete this chart?"
          description="The chart, its versions and its links go. The chat that drew it keeps its answer."
          confirmLabel="Delete"
          describeFailure={describeFailure}
          onClose={close}
          onConfirm={async () => {
            await deleteChart(id);
            void notify({ title: "The chart is deleted." });
            void navigate(paths.charts());
          }}
        />
      )}
    </>
  );
}
