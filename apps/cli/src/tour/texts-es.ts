import type { TourTexts } from './texts.ts'

export const spanish: TourTexts = {
  welcome:
    'Un recorrido por Shoko sobre una copia temporal de una empresa inventada: Tsubame Coffee, que guarda notas, manuales, un tablero y dos proyectos en japonés, español e inglés. Todas las respuestas son reales. Con Ctrl-C se termina cuando se quiera.',
  you: 'Tú dices',
  why: 'Por qué importa',
  more: (lines) => `… ${lines} líneas más`,
  find: {
    title: 'Buscar',
    says: 'cubre la garantia los danos por cal?',
    because:
      'Una sola llamada trae las palabras mismas, con archivo, línea y con qué seguridad responden, aunque se escriba sin tildes; y avisa si los manuales se contradicen o dejan huecos.',
    query: 'cubre la garantia los danos por cal',
  },
  read: {
    title: 'Leer',
    says: 'Enséñame todo lo que hay alrededor.',
    because: 'El agente lee una sección y no el manual entero: cita el texto, no lo que recuerda de él.',
  },
  cite: {
    title: 'Citar',
    says: 'Has resumido la entrevista sobre devoluciones. ¿La has leído entera?',
    because: '«La he leído» pasa a ser una cifra, con las líneas que nadie ha mirado.',
    source: 'sources/entrevista-devoluciones.md',
    from: 6,
    to: 26,
  },
  audit: {
    title: 'Auditar',
    says: 'Haz un borrador del flujo de devoluciones y compruébalo antes de enseñármelo.',
    because:
      'Lo que el borrador se ha inventado (una encuesta) y lo que ha olvidado (el dinero) salen a la luz antes de que nadie se fíe de él.',
    artifact: 'artifacts/borrador-devoluciones.md',
    source: 'sources/entrevista-devoluciones.md',
    draft: `## Solicitud
source_lines: 1-12

- [id:R1] Pedir el número de pedido (source_lines: 9)
- [id:R2] Pasados catorce días, tratarlo como garantía (source_lines: 10-11)

## Paquete
source_lines: 13-33

- [id:P1] Abrirlo el mismo día y hacer fotos (source_lines: 29)

## Encuesta de satisfacción

- [id:S1] Mandar un cuestionario una semana después
`,
  },
  card: {
    title: 'Tarjeta',
    says: 'Apunta en el tablero «preguntar a Inés por los reembolsos». ¿Qué hay en curso?',
    because: 'Una tarjeta es un archivo Markdown: el editor, git y varios agentes pueden trabajar en el tablero a la vez.',
    card: 'Preguntar a Inés cómo se pagan los reembolsos',
  },
  task: {
    title: 'Tarea',
    says: 'Conviértelo en una tarea del proyecto web y vuelve a encontrarla.',
    because: 'Lo que se acaba de escribir se encuentra al momento, en singular o en plural, con tildes o sin ellas.',
    project: 'tsubame-web',
    task: 'Página de reembolsos',
    objective: 'Que el cliente vea cuándo y cómo se le devuelve el dinero.',
    steps: ['Preguntar a Inés', 'Escribir la página'],
    criteria: ['La página habla de tres días laborables'],
    query: 'pagina de reembolso',
  },
  end: [
    'Eso es todo; la copia ya está borrada. Para tus propias carpetas:',
    '  shoko init             encuentra tus notas, tableros y proyectos y conecta tu cliente',
    '  shoko doctor           dice qué falta',
    '  shoko doctor --quality mide la búsqueda con tus propios textos',
  ],
  stopped: 'Recorrido interrumpido; la copia está borrada.',
}
