/** A real PDF with the given number of pages: a coloured area and a line of text on each. */
export function pdf(pages: number): Buffer {
  const content =
    '0.8 0 0 rg 100 600 200 100 re f BT 0 g /F1 24 Tf 100 500 Td (Electricity, Khreshchatyk 1, Kyiv) Tj ET'
  const kids = Array.from({ length: pages }, (_, page) => `${page + 5} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...kids.map(() => '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>'),
  ]
  let text = '%PDF-1.7\n'
  const places = objects.map((object, place) => {
    const begins = text.length
    text += `${place + 1} 0 obj\n${object}\nendobj\n`
    return `${String(begins).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(`${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`)
}
