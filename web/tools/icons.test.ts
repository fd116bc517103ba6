import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path))

it.each([
  ['192', 192],
  ['512', 512],
  ['maskable-512', 512],
  ['apple-touch-180', 180],
])('the icon %s is a PNG of its size', (name, size) => {
  const bytes = read(`public/icons/${name}.png`)
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([size, size])
})

it.each([
  ['src/shell/Brand.tsx', ['M8.25 21.2A9.5 9.5 0 1 1 21.9 16.3']],
  ['../crates/server/src/web/brand.rs', ['M8.25 21.2A9.5 9.5 0 1 1 21.9 16.3', 'translate(11 11)']],
  ['../crates/identity/src/tenant/palette.rs', ['#0b6e5b']],
])('icons show the logo of %s', (path, parts) => {
  const drawing = String(read('tools/icons.ts'))
  for (const part of parts) {
    expect(String(read(path))).toContain(part)
    expect(drawing).toContain(part)
  }
})
