import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  Group,
  type LucideIcon,
  Palette,
  Pencil,
  Sparkles,
  Spline,
  Trash2,
  Ungroup,
} from "lucide-react";
import type { ComponentProps } from "react";
import { Button, IconButton } from "../../../ui/button";
import { Menu, MenuChoice, MenuDivider, MenuItem } from "../../../ui/menu";
import { useStore } from "../../../util/store";
import {
  alignSelected,
  colourSelected,
  distributeSelected,
  groupSelected,
  joinSelected,
  removeSelected,
  ungroupSelected,
} from "../actions";
import { type BoardTools, useBoard } from "../board-tools";
import { cssColor, presetColors } from "../colors";
import type { Alignment, ArrangeAxis } from "../core/arrange";
import { selectionBar as text } from "../strings";
import { useBoardView } from "../use-board-view";
import { Divider, Tool } from "./toolbar";
import { askAboutSelection, openSelected } from "./use-keys";

/** Actions on the selection. */
export function SelectionBar() {
  const board = useBoard();
  const { nodeIds, edgeIds } = useStore(board.selection);
  const { document } = useBoardView(board.store);
  const count = nodeIds.size + edgeIds.size;
  if (count === 0 || !board.isEditable) return null;
  const nodes = [...nodeIds].flatMap((id) => document.nodes.get(id) ?? []);
  const [first] = [...nodes, ...[...edgeIds].flatMap((id) => document.edges.get(id) ?? [])];
  const hasGroup = nodes.some(({ type }) => type === "group");
  const isWritable = count === 1 && (edgeIds.size === 1 || nodes[0]?.type === "note" || nodes[0]?.type === "group");
  return (
    <div
      role="toolbar"
      aria-label={text.selection}
      className="absolute top-16 left-1/2 flex max-w-[calc(100%-1.5rem)] -translate-x-1/2 animate-appear items-center gap-0.5 overflow-x-auto [scrollbar-width:none] rounded-xl border border-line bg-raised p-1 shadow-floating"
    >
      {nodes.length > 0 && (
        <Button
          look="quiet"
          size="small"
          className="!px-2.5 !text-accent-strong"
          onClick={() => askAboutSelection(board)}
        >
          <Sparkles aria-hidden className="size-4" /> {text.ask}
          <span className="sr-only"> {text.theAssistantAboutTheSelection}</span>
        </Button>
      )}
      {isWritable && (
        <Tool label={text.editTextEnter} onClick={() => openSelected(board)}>
          <Pencil />
        </Tool>
      )}
      <ColorMenu board={board} color={first?.color} />
      {nodes.length === 2 && (
        <Tool label={text.connectJ} onClick={() => joinSelected(board)}>
          <Spline />
        </Tool>
      )}
      {nodes.length > 1 && <AlignMenu board={board} count={nodes.length} />}
      {nodes.length > 0 && (
        <Tool label={text.groupG} onClick={() => groupSelected(board)}>
          <Group />
        </Tool>
      )}
      {hasGroup && (
        <Tool label={text.ungroupG} onClick={() => ungroupSelected(board)}>
          <Ungroup />
        </Tool>
      )}
      <Divider />
      <Tool label={text.deleteDel} className="!text-danger" onClick={() => removeSelected(board)}>
        <Trash2 />
      </Tool>
    </div>
  );
}

function ColorMenu({ board, color }: { board: BoardTools; color: string | undefined }) {
  return (
    <Menu
      align="center"
      className="!min-w-40"
      trigger={
        <MenuButton label={text.color}>
          {color === undefined ? <Palette aria-hidden className="size-4" /> : <Swatch color={color} />}
        </MenuButton>
      }
    >
      {presetColors.map((preset) => (
        <MenuChoice
          key={preset.color}
          isChosen={preset.color === color}
          onSelect={() => colourSelected(board, preset.color)}
        >
          <Swatch color={preset.color} /> {preset.title}
        </MenuChoice>
      ))}
      <MenuDivider />
      <MenuItem onSelect={() => colourSelected(board, undefined)}>{text.noColor}</MenuItem>
    </Menu>
  );
}

function Swatch({ color }: { color: string }) {
  return (
    <span aria-hidden className="board">
      <span className="block size-4 rounded-full border border-line" style={{ background: cssColor(color) }} />
    </span>
  );
}

const alignments: { alignment: Alignment; title: string; Icon: LucideIcon }[] = [
  { alignment: "left", title: text.alignLeft, Icon: AlignStartVertical },
  { alignment: "center", title: text.alignCenter, Icon: AlignCenterVertical },
  { alignment: "right", title: text.alignRight, Icon: AlignEndVertical },
  { alignment: "top", title: text.alignTop, Icon: AlignStartHorizontal },
  { alignment: "middle", title: text.alignMiddle, Icon: AlignCenterHorizontal },
  { alignment: "bottom", title: text.alignBottom, Icon: AlignEndHorizontal },
];

const directions: { direction: ArrangeAxis; title: string; Icon: LucideIcon }[] = [
  { direction: "horizontal", title: text.distributeHorizontally, Icon: AlignHorizontalDistributeCenter },
  { direction: "vertical", title: text.distributeVertically, Icon: AlignVerticalDistributeCenter },
];

function AlignMenu({ board, count }: { board: BoardTools; count: number }) {
  return (
    <Menu
      align="center"
      trigger={
        <MenuButton label={text.alignAndDistribute}>
          <AlignStartVertical aria-hidden className="size-4" />
        </MenuButton>
      }
    >
      {alignments.map(({ alignment, title, Icon }) => (
        <MenuItem key={alignment} onSelect={() => alignSelected(board, alignment)}>
          <Icon aria-hidden /> {title}
        </MenuItem>
      ))}
      {count > 2 && <MenuDivider />}
      {count > 2 &&
        directions.map(({ direction, title, Icon }) => (
          <MenuItem key={direction} onSelect={() => distributeSelected(board, direction)}>
            <Icon aria-hidden /> {title}
          </MenuItem>
        ))}
    </Menu>
  );
}

/** A component of its own: the menu gives its trigger what opens it. */
function MenuButton({ label, children, ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <IconButton {...rest} label={label}>
      {children}
    </IconButton>
  );
}
