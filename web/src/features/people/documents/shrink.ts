/** What the server takes as it is. */
const TAKEN = ['image/jpeg', 'image/png', 'image/webp']
const BYTES_ENOUGH = 4 * 1024 * 1024
/** The longest side as the server keeps it: more is sent for nothing. */
const SIDE_MAX = 3_200

/** A paper as people have it on their computer. The server draws it; here nobody looks into it. */
export const PDF = 'application/pdf'

/** The size that fits, in the same shape. */
export function fitted(width: number, height: number, max = SIDE_MAX): { width: number; height: number } {
  const longest = Math.max(width, height)
  if (longest <= max) return { width, height }
  const scale = (side: number) => Math.max(1, Math.round((side * max) / longest))
  return { width: scale(width), height: scale(height) }
}

/**
 * A picture as it is best sent; a PDF goes as it is. What is large, or of a kind that only some browsers know (HEIC of a telephone), is drawn anew as
 * a JPEG where the browser can read it; otherwise it goes as it is, and the server says what is wrong with it.
 */
export async function sendable(file: File): Promise<Blob> {
  if (file.type === PDF || (TAKEN.includes(file.type) && file.size <= BYTES_ENOUGH)) return file
  try {
    const picture = await createImageBitmap(file)
    const size = fitted(picture.width, picture.height)
    const canvas = Object.assign(document.createElement('canvas'), size)
    const paper = canvas.getContext('2d')
    if (!paper) return file
    // A JPEG has no transparency: what is transparent would turn black.
    paper.fillStyle = 'white'
    paper.fillRect(0, 0, size.width, size.height)
    paper.drawImage(picture, 0, 0, size.width, size.height)
    picture.close()
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    return drawn ?? file
  } catch {
    return file
  }
}
