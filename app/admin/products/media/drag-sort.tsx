import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import {
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from "react";
import { useMediaWords } from "#app/admin/products/media/messages/media.ts";

/** What a line needs of dragging: the attributes and listeners of its handle. */
export interface Grip {
  readonly attributes: ButtonHTMLAttributes<HTMLButtonElement>;
  readonly listeners: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
  readonly isDragged: boolean;
}

type Grips = Readonly<Record<string, Grip>>;

export interface DragSortProps {
  order: readonly string[];
  onPlace: (id: string, place: number) => void;
  /** The list; its lines have `data-picture`, their handles `data-grip`. */
  list: RefObject<HTMLOListElement | null>;
  onGrips: (change: (grips: Grips) => Grips) => void;
}

/** Pixels that a pointer moves before a line is lifted, so that a press is no drag. */
const liftDistance = 4;

/**
 * Makes the lines of a list movable by pointer, touch and keyboard. It stands beside the list instead of around it: loading
 * it later leaves the lines, what is typed in them and the focus as they are.
 */
export function DragSort({ order, onPlace, list, onGrips }: DragSortProps) {
  const { order: words } = useMediaWords();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: liftDistance } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: string | number | undefined) => order.indexOf(String(id)) + 1;
  const isLifted = useRef(false);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      isLifted.current = true;
      return words.lifted(placeOf(active.id));
    },
    onDragOver: ({ active, over }) => {
      // The line is at once over its own place; saying so would drown that it was lifted.
      const isFirst = isLifted.current && over?.id === active.id;
      isLifted.current = false;
      return over && !isFirst ? words.over(placeOf(over.id), order.length) : undefined;
    },
    onDragEnd: ({ active, over }) => words.dropped(placeOf(over?.id ?? active.id)),
    onDragCancel: ({ active }) => words.canceled(placeOf(active.id)),
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onPlace(String(active.id), order.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: words.instructions },
      }}
    >
      <SortableContext items={[...order]} strategy={verticalListSortingStrategy}>
        {order.map((id) => (
          <Line key={id} id={id} list={list} onGrips={onGrips} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

/** Ties a line of the list to the sorting: measures and moves it, and gives its handle the listeners. */
function Line({ id, list, onGrips }: Pick<DragSortProps, "list" | "onGrips"> & { id: string }) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id });

  useLayoutEffect(() => {
    setNodeRef(list.current?.querySelector<HTMLElement>(`[data-picture="${id}"]`) ?? null);
    setActivatorNodeRef(list.current?.querySelector<HTMLElement>(`[data-grip="${id}"]`) ?? null);
    return () => {
      setNodeRef(null);
      setActivatorNodeRef(null);
    };
  }, [id, list, setNodeRef, setActivatorNodeRef]);

  useLayoutEffect(() => {
    const line = list.current?.querySelector<HTMLElement>(`[data-picture="${id}"]`);
    if (!line) return;
    line.style.transform = transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : "";
    line.style.transition = transition ?? "";
  }, [id, list, transform, transition]);

  const latest = useRef(listeners);
  latest.current = listeners;
  const described = attributes["aria-describedby"];
  useLayoutEffect(() => {
    const grip: Grip = {
      attributes: { "aria-describedby": described },
      // The same functions for the life of the line: other ones would render the list for ever.
      listeners: {
        onPointerDown: (event) => latest.current?.onPointerDown?.(event),
        onKeyDown: (event) => latest.current?.onKeyDown?.(event),
      },
      isDragged: isDragging,
    };
    onGrips((grips) => ({ ...grips, [id]: grip }));
  }, [id, onGrips, described, isDragging]);
  return null;
}
