/** The image types that the server accepts. */
const TAKEN = ['image/jpeg', 'image/png', 'image/webp']
const BYTES_ENOUGH = 4 * 1024 * 1024
/** The longest side, in pixels, that the server stores. */
const SIDE_MAX = 3_200

/** PDFs are uploaded unchanged; the server renders them. */
export const PDF = 'application/pdf'

/** The size that fits into `max`, with the same aspect ratio. */
export function fitted(width: number, height: number, max = SIDE_MAX): { width: number; height: number } {
  const longest = Math.max(width, height)
  if (longest <= max) return { width, height }
  const scale = (side: number) => Math.max(1, Math.round((side * max) / longest))
  return { width: scale(width), height: scale(height) }
}

/**
 * Prepares a file for upload. Converts a large image, or one in a format of only some browsers (such as HEIC), to JPEG.
 * A PDF or an unreadable image is sent unchanged, and the server reports the error.
 */
export async function sendable(file: File): Promise<Blob> {
  if (file.type === PDF || (TAKEN.includes(file.type) && file.size <= BYTES_ENOUGH)) return file
  try {
    const picture = await createImageBitmap(file)
    const size = fitted(picture.width, picture.height)
    const canvas = Object.assign(document.createElement('canvas'), size)
    const paper = canvas.getContext('2d')
    if (!paper) return file
    // JPEG has no transparency: transparent areas would become black.
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
