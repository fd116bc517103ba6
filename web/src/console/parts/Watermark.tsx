import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { sessionQuery } from '../api/queries'

/** Who looks at a picture and since when, over all of it: a photograph of the screen says whose it was. */
export function Watermark({ since }: { since: Date }) {
  const { data: session } = useQuery(sessionQuery)
  const pattern = useId()
  // As the log writes it, in no language.
  const who = `${session?.me?.email ?? ''} ${since.toISOString().slice(0, 16)}Z`
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
      <pattern
        id={pattern}
        width="340"
        height="90"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-22)"
        fillOpacity="0.55"
        strokeOpacity="0.4"
      >
        <text x="8" y="40" fontSize="13" fill="white" stroke="black" strokeWidth="2.5" paintOrder="stroke">
          {who}
        </text>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${pattern})`} />
    </svg>
  )
}
