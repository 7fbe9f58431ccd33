/** Compares two texts in time that depends only on their length. */
export const constantTimeEqual = (left: string, right: string): boolean => {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index += 1) {
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index % (right.length || 1));
  }
  return difference === 0;
};
