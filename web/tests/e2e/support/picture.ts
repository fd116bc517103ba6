import { crc32, deflateSync } from 'node:zlib'

/** A real PNG of this size that roughly resembles a document or a face. */
export function png(width = 640, height = 400, shade = 90): Buffer {
  const rows = Buffer.alloc((width + 1) * height, 0)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const edge = x < 40 || y < 40 || x > width - 40 || y > height - 40
      const line = x > width / 2 && x < width - 80 && y % 60 > 44
      rows[y * (width + 1) + 1 + x] = edge ? 235 : line ? 60 : shade + (x * 60) / width + (y * 40) / height
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
