/* <QrCode text label size /> — dark on white in both themes, which cameras read best. Needs a white background. */
import { useEffect, useState } from 'react'

type Drawing = { modules: number; path: string }

async function draw(text: string): Promise<Drawing> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { modules: size, path }
}

/** The encoder loads on first use. Its space is reserved, and without it the address beside the code remains. */
export function QrCode({ text, label, size = 184 }: { text: string; label: string; size?: number }) {
  const [drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    let wanted = true
    draw(text).then(
      (drawn) => wanted && setDrawing(drawn),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [text])
  if (!drawing) return <span className="block" style={{ width: size, height: size }} />
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${drawing.modules} ${drawing.modules}`}
      shapeRendering="crispEdges"
    >
      <path d={drawing.path} fill="#14181a" />
    </svg>
  )
}
