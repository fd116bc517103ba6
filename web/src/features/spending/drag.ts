import { KeyboardSensor, type Modifier, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'

/** The distance in pixels after which a press becomes a drag. */
const PRESS_MOST = 4

/** Sensors of the drag handle: pointer and keyboard. */
export function useDragSensors() {
  return useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: PRESS_MOST } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' }),
  )
}

/** Restricts dragging to the vertical axis, within the list. */
export const withinList: Modifier = ({ transform, draggingNodeRect: row, containerNodeRect: list }) => {
  const y = row && list ? Math.min(Math.max(transform.y, list.top - row.top), list.bottom - row.bottom) : transform.y
  return { ...transform, x: 0, y }
}
