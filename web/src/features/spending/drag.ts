import { KeyboardSensor, type Modifier, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'

/** Points that a pointer moves before it drags: less is a press. */
const PRESS_MOST = 4

/** Mouse, pen and finger drag by the handle; on it the keyboard picks up, moves, drops and cancels. */
export function useDragSensors() {
  return useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: PRESS_MOST } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' }),
  )
}

/** What is dragged goes up and down and stays in its list. */
export const withinList: Modifier = ({ transform, draggingNodeRect: row, containerNodeRect: list }) => {
  const y = row && list ? Math.min(Math.max(transform.y, list.top - row.top), list.bottom - row.bottom) : transform.y
  return { ...transform, x: 0, y }
}
