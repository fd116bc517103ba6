import './success.css'

const CIRCLES = 56

/** Circles around a ring, as engraved on a banknote. */
const ANGLES = Array.from({ length: CIRCLES }, (_, at) => (360 / CIRCLES) * at)

/** A rosette with a tick. It turns and the tick draws itself, once. Decorative. */
export function SuccessMark() {
  return (
    <svg className="success-mark" viewBox="-82 -82 164 164" fill="none" aria-hidden="true">
      <g className="success-rosette" stroke="currentColor" strokeWidth={0.8}>
        {ANGLES.map((angle) => (
          <circle key={angle} r={13.5} cx={67} transform={`rotate(${angle})`} />
        ))}
      </g>
      <circle r={41} fill="currentColor" />
      <path
        className="success-tick"
        d="M-16 1 -5 12 17 -11"
        pathLength={1}
        strokeWidth={7}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
