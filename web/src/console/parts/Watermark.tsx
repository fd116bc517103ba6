import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { sessionQuery } from '../api/queries'

/** The maximum width of a letter, in SVG units. */
const WIDE = 7.5

/** Overlays a picture with the operator's email and the time, so that a photograph of the screen identifies them. */
export function Watermark({ since }: { since: Date }) {
  const { data: session } = useQuery(sessionQuery)
  const pattern = useId()
  // In the format of the audit log, in every language.
  const who = `${session?.me?.email ?? ''} ${since.toISOString().slice(0, 16)}Z`
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
      <pattern
        id={pattern}
        width={who.length * WIDE + 40}
        height="120"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-22)"
        fillOpacity="0.5"
        strokeOpacity="0.22"
      >
        <text x="20" y="60" fontSize="12" fill="white" stroke="black" strokeWidth="1.5" paintOrder="stroke">
          {who}
        </text>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${pattern})`} />
    </svg>
  )
}
